import assert from "node:assert/strict";
import { once } from "node:events";
import { Socket, connect, createServer } from "node:net";
import { PassThrough } from "node:stream";
import { after, test } from "node:test";
import { type Connection, connectionTable } from "../../../src/serve/http/client-limits.ts";

/** A table with these limits, a function that opens a connection, and the number of times a limit was exceeded. */
function smallTable(connectionsMax: number, pipelinedMax = 1) {
  const counts = { excess: 0 };
  const onOverload = () => {
    counts.excess += 1;
  };
  const table = connectionTable(onOverload, connectionsMax, pipelinedMax);
  const open = (): Socket => {
    const socket = new Socket();
    table.add(socket);
    return socket;
  };
  /** Records activity on a connection that is open. */
  const touch = (socket: Socket): Connection => {
    const connection = table.touch(socket);
    assert.ok(connection !== undefined);
    return connection;
  };
  return { ...table, open, touch, counts };
}

const closed = (sockets: readonly Socket[]) => sockets.map(({ destroyed }) => destroyed);

test("no connection is closed below the limit", () => {
  const { open, counts } = smallTable(2);
  assert.deepEqual(closed([open(), open()]), [false, false]);
  assert.equal(counts.excess, 0);
});

test("the least recently active connection is evicted, and never the new one", () => {
  const { open, touch, counts } = smallTable(3);
  const [a, b, c] = [open(), open(), open()];
  touch(a);
  const d = open();
  touch(c);
  const e = open();
  assert.deepEqual(closed([a, b, c, d, e]), [true, true, false, false, false]);
  assert.equal(counts.excess, 2);
});

test("a closed connection does not count", () => {
  const { open } = smallTable(1);
  open().emit("close");
  open().emit("close");
  assert.deepEqual(closed([open()]), [false]);
});

test("input after the final request of a connection is ignored", () => {
  const table = smallTable(9);
  const socket = table.open();
  const connection = table.touch(socket);
  connection.isFinal = true;
  assert.throws(() => table.touch(socket));
});

test("closeUnused() closes connections that never sent a byte", () => {
  const { open, closeUnused } = smallTable(2);
  const socket = open();
  closeUnused();
  assert.equal(socket.destroyed, true);
});

test("the pipelining limit is shared, and a response frees its place when it is sent or its connection closes", () => {
  const { open, touch, tryQueue } = smallTable(9, 2);
  const [a, b] = [open(), open()];
  const response = new PassThrough();
  assert.equal(tryQueue(touch(a), response), true);
  assert.equal(tryQueue(touch(b), new PassThrough()), true);
  response.emit("finish");
  assert.equal(tryQueue(touch(a), new PassThrough()), true);
  b.emit("close");
  assert.equal(tryQueue(touch(a), new PassThrough()), true);
  assert.equal(tryQueue(touch(a), new PassThrough()), false);
});

test("a response frees its place once, even if its connection closes before it is sent", () => {
  const { open, touch, tryQueue } = smallTable(9, 1);
  const socket = open();
  const response = new PassThrough();
  tryQueue(touch(socket), response);
  socket.emit("close");
  response.emit("finish");
  const other = touch(open());
  assert.equal(tryQueue(other, new PassThrough()), true);
  assert.equal(tryQueue(other, new PassThrough()), false);
});

/** Opens real connections to a table, because only they have a remote address. */
async function openerTo(add: (socket: Socket) => void) {
  const server = createServer(add).listen(0, "127.0.0.1");
  after(() => server.close());
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  return async (localAddress: string): Promise<Socket> => {
    const accepted = once(server, "connection");
    const client = connect({ port: address.port, host: "127.0.0.1", localAddress });
    client.on("error", () => undefined).unref();
    const [socket]: unknown[] = await accepted;
    assert.ok(socket instanceof Socket);
    return socket;
  };
}

test("above the limit, the connection that closes is one of the peer with the most", async () => {
  const { add, counts } = smallTable(3);
  const open = await openerTo(add);
  const oldest = await open("127.0.0.2");
  const first = await open("127.0.0.1");
  const second = await open("127.0.0.1");
  const third = await open("127.0.0.1");
  assert.deepEqual(closed([oldest, first, second, third]), [false, true, false, false]);
  assert.equal(counts.excess, 1);
  for (const socket of [oldest, second, third]) socket.destroy();
});

test("too many queued responses close the connections of the peer with the most", async () => {
  const { add, touch, tryQueue } = smallTable(9, 2);
  const open = await openerTo(add);
  const attacker = await open("127.0.0.1");
  const other = await open("127.0.0.2");
  for (const _ of [1, 2]) assert.equal(tryQueue(touch(attacker), new PassThrough()), true);
  assert.equal(tryQueue(touch(other), new PassThrough()), true);
  assert.deepEqual(closed([attacker, other]), [true, false]);
  other.destroy();
});

test("one response above the limit closes all connections of its peer, and no others", async () => {
  const { add, touch, tryQueue, counts } = smallTable(9, 0);
  const open = await openerTo(add);
  const first = await open("127.0.0.1");
  const second = await open("127.0.0.1");
  const other = await open("127.0.0.2");
  assert.equal(tryQueue(touch(first), new PassThrough()), false);
  assert.deepEqual(closed([first, second, other]), [true, true, false]);
  assert.throws(() => touch(second), "its queued input is ignored");
  assert.equal(counts.excess, 1);
  other.destroy();
});
