/**
 * Cache of file contents and compressed bytes, so that a reload reads and compresses only what has changed.
 */

export class CompileCache {
  /** Entries used by the last successful compilation. */
  #committed: ReadonlyMap<string, Buffer> = new Map();
  /** Entries used by the current compilation so far. */
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

  /** Must be called after a successful compilation. Evicts the entries that the compilation did not use. */
  commit(): void {
    this.#committed = this.#used;
    this.begin();
  }
}
