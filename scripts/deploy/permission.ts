/**
 * Node flags that allow the service to read its folders and to listen, and nothing else.
 *
 * The systemd unit, the container image and the guide repeat these flags, so that auditors can see them there. A test
 * checks that all of them agree.
 */

/**
 * Returns the permission flags for a version of Node.
 *
 * @param major version of Node, e.g. 24
 * @param folders absolute paths that may be read
 */
export function permissionFlags(major: number, folders: readonly string[]): string[] {
  const model = major < 22 ? "--experimental-permission" : "--permission";
  // Before Node 25 the network needs no permission, and Node rejects unknown flags.
  const network = major < 25 ? [] : ["--allow-net"];
  return [model, ...folders.map((folder) => `--allow-fs-read=${folder}`), ...network];
}
