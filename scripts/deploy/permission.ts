/**
 * The flags with which Node lets the service read its folders and listen, and nothing else.
 *
 * The unit, the image and the guide spell them out so that auditors can read what runs. A test compares those with this.
 */

/**
 * @param major version of Node, for example 24
 * @param folders absolute paths that may be read
 */
export function permissionFlags(major: number, folders: readonly string[]): string[] {
  const model = major < 22 ? "--experimental-permission" : "--permission";
  // Before 25 the network needs no permission, and Node refuses a flag that it does not know.
  const network = major < 25 ? [] : ["--allow-net"];
  return [model, ...folders.map((folder) => `--allow-fs-read=${folder}`), ...network];
}
