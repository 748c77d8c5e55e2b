import assert from "node:assert/strict";
import { once } from "node:events";
import { Socket, connect, createServer } from "node:net";
import { PassThrough } from "node:stream";
import { after, test } from "node:test";
import type { Connection } from "../../../src/serve/http/connections.ts";
import { connections } from "../../../src/serve/http/connections.ts";

/** Room for so many connections and waiting answers, and a way to open one. */
function room(connectionsMax: number, pipelinedMax = 1) {
  const told = { excess: 0 };
  const all = connections(() => (told.excess += 1), connectionsMax, pipelinedMax);
  const open = (): Socket => {
    const socket = new Socket();
    all.opened(socket);
    return socket;
  };
  const asked = (socket: Socket): Connection => {
    const connection = all.asked(socket);
    assert.ok(connection !== undefined);
    return connection;
  };
  return { ...all, open, asked, told };
}

const closed = (sockets: readonly Socket[]) => sockets.map(({ destroyed }) => destroyed);

test("nobody is closed while there is room", () => {
  const { open, told } = room(2);
  assert.deepEqual(closed([open(), open()]), [false, false]);
  assert.equal(told.excess, 0);
});

test("who has not asked for longest is closed, and never the newcomer", () => {
  const { open, asked, told } = room(3);
  const [a, b, c] = [open(), open(), open()];
  asked(a);
  const d = open();
  asked(c);
  const e = open();
  assert.deepEqual(closed([a, b, c, d, e]), [true, true, false, false, false]);
  assert.equal(told.excess, 2);
});

test("a connection that was closed is counted no more", () => {
  const { open } = room(1);
  open().emit("close");
  open().emit("close");
  assert.deepEqual(closed([open()]), [false]);
});

test("what arrives after the last answer is no request", () => {
  const all = room(9);
  const socket = all.open();
  all.asked(socket).isOver = true;
  assert.throws(() => all.asked(socket));
});

test("closeSilent() closes those that never sent a byte", () => {
  const { open, closeSilent } = room(2);
  const socket = open();
  closeSilent();
  assert.equal(socket.destroyed, true);
});

test("so many answers may wait over all connections, and again when one was sent or its connection closed", () => {
  const { open, asked, mayWait } = room(9, 2);
  const [a, b] = [open(), open()];
  const answer = new PassThrough();
  assert.equal(mayWait(asked(a), answer), true);
  assert.equal(mayWait(asked(b), new PassThrough()), true);
  answer.emit("finish");
  assert.equal(mayWait(asked(a), new PassThrough()), true);
  b.emit("close");
  assert.equal(mayWait(asked(a), new PassThrough()), true);
  assert.equal(mayWait(asked(a), new PassThrough()), false);
});

test("an answer is not counted twice when its connection closes before it was sent", () => {
  const { open, asked, mayWait } = room(9, 1);
  const socket = open();
  const answer = new PassThrough();
  mayWait(asked(socket), answer);
  socket.emit("close");
  answer.emit("finish");
  const other = asked(open());
  assert.equal(mayWait(other, new PassThrough()), true);
  assert.equal(mayWait(other, new PassThrough()), false);
});

test("one answer too many closes all that comes from there, and nothing else", async () => {
  const { opened, asked, mayWait, told } = room(9, 0);
  const server = createServer(opened).listen(0, "127.0.0.1");
  after(() => server.close());
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  const open = async (localAddress: string): Promise<Socket> => {
    const accepted = once(server, "connection");
    connect({ port: address.port, host: "127.0.0.1", localAddress }).on("error", () => undefined).unref();
    const [socket]: unknown[] = await accepted;
    assert.ok(socket instanceof Socket);
    return socket;
  };
  const all = [await open("127.0.0.1"), await open("127.0.0.1"), await open("127.0.0.2")] as const;
  assert.equal(mayWait(asked(all[0]), new PassThrough()), false);
  assert.deepEqual(closed(all), [true, true, false]);
  assert.throws(() => asked(all[1]), "what else was sent there is no request");
  assert.equal(told.excess, 1);
  all[2].destroy();
});
