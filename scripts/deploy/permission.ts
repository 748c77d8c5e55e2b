/**
 * The flags under which Node lets the service read its folders, listen, and do nothing else.
 *
 * The unit, the image and the README spell them out, so that an auditor reads what runs; a test holds them to this.
 */

/**
 * @param major of the Node that is to run
 * @param folders absolute paths of what may be read
 */
export function permissionFlags(major: number, folders: readonly string[]): string[] {
  const model = major < 22 ? "--experimental-permission" : "--permission";
  // Before 25 the network is no permission, and Node refuses a flag that it does not know.
  const network = major < 25 ? [] : ["--allow-net"];
  return [model, ...folders.map((folder) => `--allow-fs-read=${folder}`), ...network];
}
