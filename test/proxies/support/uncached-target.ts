/**
 * Targets that no cache has stored yet: equivalent spellings of a path.
 *
 * RFC 3986, section 6.2.2.2: an escaped unreserved character is equivalent to the character.
 */

const used = new Map<string, number>();

/** Returns the path with some letters escaped. Each call escapes other letters. */
export function uncachedTarget(path: string): string {
  const turn = (used.get(path) ?? 0) + 1;
  used.set(path, turn);
  let letter = 0;
  const spelled = path.replaceAll(/[a-z]/g, (character) => {
    const isEscaped = ((turn >> letter) & 1) === 1;
    letter += 1;
    return isEscaped ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : character;
  });
  if (turn >= 2 ** letter) throw new Error(`${path} has no unused spelling`);
  return spelled;
}
