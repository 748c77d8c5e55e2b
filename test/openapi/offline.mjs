/**
 * Preloaded into the linters: whoever would reach out to the network ends with an error instead.
 */
import dns from "node:dns";
import net from "node:net";

function refuse(target) {
  process.stderr.write(`A linter reached for the network: ${target?.host ?? target}\n`);
  process.exit(99);
}

net.Socket.prototype.connect = refuse;
dns.lookup = refuse;
dns.promises.lookup = refuse;
