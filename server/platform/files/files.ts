/** Port: storage of users' files by name. The content is sealed before it arrives here. */

export interface Files {
  /** Durable when it resolves; replaces an existing file. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Null if there is no such file. */
  get(name: string): Promise<Buffer | null>;
  /** Succeeds also if there is no such file. */
  remove(name: string): Promise<void>;
}

/** Nest's token of the port. */
export const FILES = Symbol('Files');

/** `verification/10000001/Zk3vQ9r0`: cannot leave its folder and needs no escaping in a URL. */
const NAME = /^[a-z0-9-]+(\/[A-Za-z0-9_-]+)+$/;

/** Names come from this process, never from a request: an invalid one is an internal fault. */
export function requireFileName(name: string): string {
  if (!NAME.test(name)) throw new Error(`not the name of a file: ${name}`);
  return name;
}
