/** Limits a connection's packets before any rate applies: one join, of the only namespace. */

/** Members of an engine.io connection that its types do not declare. */
interface EngineConnection {
  on(event: 'packet', listener: (packet: { type: string; data?: unknown }) => void): unknown;
  close(): unknown;
}

/** socket.io's packet prefix of a join; a namespace other than the default follows it. */
const JOIN = '0';
const ELSEWHERE = '0/';

/**
 * Drops a connection that joins twice or joins another namespace. One request may contain thousands of joins, and socket.io would create
 * a socket for each. Answers to invalid joins would queue for a client that does not read.
 */
export function limitJoins(line: EngineConnection): void {
  let hasJoined = false;
  line.on('packet', ({ type, data }) => {
    if (type !== 'message' || typeof data !== 'string' || !data.startsWith(JOIN)) return;
    // After the close the connection receives nothing, including this packet.
    if (hasJoined || data.startsWith(ELSEWHERE)) line.close();
    hasJoined = true;
  });
}
