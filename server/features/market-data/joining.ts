/** What a line may ask for before anything is counted: to join, once, the one namespace there is. */

/** What engine.io says of a line; it declares less. */
interface Line {
  on(event: 'packet', listener: (packet: { type: string; data?: unknown }) => void): unknown;
  close(): unknown;
}

/** socket.io's sign of a request to join; a namespace other than the only one is named behind it. */
const JOIN = '0';
const ELSEWHERE = '0/';

/**
 * Drops a line that asks twice, or for another namespace. One request may hold thousands of joins, each of which socket.io
 * would make a socket of; and an answer to each of those that lead nowhere would wait for whoever does not read it.
 */
export function letJoinOnce(line: Line): void {
  let hasJoined = false;
  line.on('packet', ({ type, data }) => {
    if (type !== 'message' || typeof data !== 'string' || !data.startsWith(JOIN)) return;
    // From here on the line hears nothing more, not even this.
    if (hasJoined || data.startsWith(ELSEWHERE)) line.close();
    hasJoined = true;
  });
}
