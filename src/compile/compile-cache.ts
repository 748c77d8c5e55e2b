/**
 * Cache of file contents and compressed bytes, so that a reload reads and compresses only what has changed.
 */

export class CompileCache {
  #previous = new Map<string, Buffer>();
  #current = new Map<string, Buffer>();

  /** Starts a new compilation. Drops the entries that the previous compilation did not use, to limit memory use. */
  startCompilation(): void {
    this.#previous = this.#current;
    this.#current = new Map();
  }

  getOrCompute(key: string, compute: () => Buffer): Buffer {
    const bytes = this.#current.get(key) ?? this.#previous.get(key) ?? compute();
    this.#current.set(key, bytes);
    return bytes;
  }
}
