/**
 * Cache of file contents and compressed bytes, so that a reload reads and compresses only what has changed.
 */

export class CompileCache {
  /** Entries that the last successful compilation used. */
  #committed: ReadonlyMap<string, Buffer> = new Map();
  /** Entries that the current compilation has used. */
  #used = new Map<string, Buffer>();

  /** Starts a compilation. If the last compilation failed, discards its new entries. */
  begin(): void {
    this.#used = new Map();
  }

  getOrCompute(key: string, compute: () => Buffer): Buffer {
    const bytes = this.#used.get(key) ?? this.#committed.get(key) ?? compute();
    this.#used.set(key, bytes);
    return bytes;
  }

  /** Ends a successful compilation. Evicts the entries that it did not use. */
  commit(): void {
    this.#committed = this.#used;
    this.begin();
  }
}
