/**
 * Node's flags that allow the service to read its folders and to listen, and nothing else.
 *
 * The unit, the image and the guide repeat these flags so that auditors can read what runs. A test compares them.
 */

/**
 * Returns the flags for a version of Node.
 *
 * @param major version of Node, for example 24
 * @param folders absolute paths that may be read
 */
export function permissionFlags(major: number, folders: readonly string[]): string[] {
  const model = major < 22 ? "--experimental-permission" : "--permission";
  // Before Node 25 the network needs no permission, and Node rejects unknown flags.
  const network = major < 25 ? [] : ["--allow-net"];
  return [model, ...folders.map((folder) => `--allow-fs-read=${folder}`), ...network];
}
