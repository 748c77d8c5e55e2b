/**
 * Is preloaded into the linters, and ends them with an error if they open a connection or look up a host name.
 */
import dns from "node:dns";
import net from "node:net";

function refuse(target) {
  process.stderr.write(`A linter used the network: ${target?.host ?? target}\n`);
  process.exit(99);
}

net.Socket.prototype.connect = refuse;
dns.lookup = refuse;
dns.promises.lookup = refuse;
