import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { Socket, connect, createServer } from "node:net";
import { test } from "node:test";
import { doorkeeper } from "../../src/http/doorkeeper.ts";

/** A door for so many, a way to connect to it, and the names of those who were turned away. */
function doorFor(connectionsMax: number) {
  const names = new Map<EventEmitter, string>();
  const turnedAway: (string | undefined)[] = [];
  const door = doorkeeper(connectionsMax, (socket) => turnedAway.push(names.get(socket)));
  const connect = (name: string): Socket => {
    const socket = new Socket();
    names.set(socket, name);
    door.opened(socket);
    return socket;
  };
  return { ...door, connect, turnedAway };
}

test("doorkeeper() turns nobody away while there is room", () => {
  const { connect, turnedAway } = doorFor(2);
  connect("a");
  connect("b");
  assert.deepEqual(turnedAway, []);
});

test("doorkeeper() turns away who was silent longest, not who asked", () => {
  const { connect, asked, turnedAway } = doorFor(3);
  asked(connect("asked"));
  connect("silent");
  connect("silent too");
  asked(connect("new"));
  connect("newer");
  assert.deepEqual(turnedAway, ["silent", "silent too"]);
});

test("doorkeeper() turns the newcomer away when all others have asked", () => {
  const { connect, asked, turnedAway } = doorFor(2);
  asked(connect("a"));
  asked(connect("b"));
  connect("c");
  assert.deepEqual(turnedAway, ["c"]);
});

test("doorkeeper() counts a closed connection no more", () => {
  const { connect, turnedAway } = doorFor(1);
  connect("a").emit("close");
  connect("b").emit("close");
  connect("c");
  assert.deepEqual(turnedAway, []);
});

test("closeSilent() closes those that never sent a byte, and no others", () => {
  const { connect, asked, closeSilent } = doorFor(2);
  const silent = connect("silent");
  const busy = connect("busy");
  asked(busy);
  closeSilent();
  assert.equal(silent.destroyed, true);
  assert.equal(busy.destroyed, false);
});

test("closeAllFrom() closes what comes from one address", async () => {
  const { opened, closeAllFrom } = doorkeeper(10, () => undefined);
  const server = createServer(opened).listen(0, "127.0.0.1");
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
  const one = await open("127.0.0.1");
  const another = await open("127.0.0.1");
  const other = await open("127.0.0.2");
  closeAllFrom(one);
  assert.deepEqual([one, another, other].map(({ destroyed }) => destroyed), [true, true, false]);
  other.destroy();
  server.close();
});
