/** Where files of users lie: names and bytes. What is in them is sealed before it comes here. */

export interface Files {
  /** Durable when it resolves; replaces what had the name. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is none of that name. */
  get(name: string): Promise<Buffer | null>;
  /** Done as well when there is none. */
  remove(name: string): Promise<void>;
}

/** Nest's token of the port. */
export const FILES = Symbol('Files');

/** `verification/10000001/Zk3vQ9r0`: nothing in it can lead out of a folder or needs escaping in an address. */
const NAME = /^[a-z0-9-]+(\/[A-Za-z0-9_-]+)+$/;

/** A name comes from this process and never from a request: a wrong one is a fault of ours. */
export function checkedName(name: string): string {
  if (!NAME.test(name)) throw new Error(`not the name of a file: ${name}`);
  return name;
}
