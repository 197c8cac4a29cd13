/**
 * Break-glass as files: `DATA_DIR/restore/<request>.json` is a request signed with the key that signs the heads,
 * `<request>.answer` the server's answer. Only the server writes the journal, so the program only submits a request.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { writePrivately } from '../platform/files/private-file';
import { sha256, verifyEd25519, type SigningKey } from './ed25519';
import { headsDirectory, linesIn } from './head-files';

export interface RestoreRequest {
  /** SHA-256 of the first signed line: binds the request to one exchange. */
  exchange: string;
  user: number;
  /** Time of the signature, epoch milliseconds. */
  at: number;
  /** Random name, so that the request counts once. */
  request: string;
}
/** `refused`: an error code of the exchange, or a text. */
export type RestoreAnswer = { proposal: number; from: number } | { refused: string };

/** Maximum size; a request has about 300 bytes. */
const BYTES_MAX = 2_048;
const ASKED = /^([0-9a-f]{32})\.json$/;
const ANSWERED = /^[0-9a-f]{32}\.answer$/;
const SIGNED = /^(\{"v":1,"asks":"restore",.*),"signature":"([0-9a-f]{128})"\}\n$/u;

const folderIn = (dataDir: string): string => path.join(dataDir, 'restore');
const requestFile = (dataDir: string, request: string): string => path.join(folderIn(dataDir), `${request}.json`);
const answerFile = (dataDir: string, request: string): string => path.join(folderIn(dataDir), `${request}.answer`);

/** Null before the first line is signed. */
export function exchangeIdOf(dataDir: string): string | null {
  for (const line of linesIn(headsDirectory(dataDir))) return sha256(line) as string;
  return null;
}

/** The signed text begins unlike any line of the heads, so neither can pass for the other. */
function textOf({ exchange, user, at, request }: RestoreRequest): string {
  return JSON.stringify({ v: 1, asks: 'restore', exchange, user, at, request }).slice(0, -1);
}

/** Resolves with the request's name. */
export function writeRestoreRequest(
  dataDir: string,
  key: SigningKey,
  fields: Pick<RestoreRequest, 'exchange' | 'user' | 'at'>,
): string {
  const request = randomBytes(16).toString('hex');
  const text = textOf({ ...fields, request });
  writePrivately(requestFile(dataDir, request), `${text},"signature":"${key.sign(text)}"}\n`);
  return request;
}

/** Names of pending requests. */
export function pendingRestoreRequests(dataDir: string): string[] {
  return namesIn(dataDir).flatMap((name) => ASKED.exec(name)?.[1] ?? []);
}

/** Null for a file that is no request, is signed by another key, is for another exchange, or has a wrong name. */
export function readRestoreRequest(
  dataDir: string,
  request: string,
  exchange: string,
  publicKey: string,
): RestoreRequest | null {
  const file = requestFile(dataDir, request);
  if (statSync(file).size > BYTES_MAX) return null;
  const [, text, signature] = SIGNED.exec(readFileSync(file, 'utf8')) ?? [];
  if (text === undefined || !verifyEd25519(publicKey, text, signature)) return null;
  const restoreRequest = JSON.parse(`${text}}`) as RestoreRequest;
  return restoreRequest.request === request && restoreRequest.exchange === exchange ? restoreRequest : null;
}

/** The request is deleted once its answer is durable. */
export function writeRestoreAnswer(dataDir: string, request: string, answer: RestoreAnswer): void {
  writePrivately(answerFile(dataDir, request), `${JSON.stringify(answer)}\n`);
  rmSync(requestFile(dataDir, request), { force: true });
}

/** Null without an answer; returns an answer once. */
export function takeRestoreAnswer(dataDir: string, request: string): RestoreAnswer | null {
  const file = answerFile(dataDir, request);
  try {
    const answer = JSON.parse(readFileSync(file, 'utf8')) as RestoreAnswer;
    rmSync(file);
    return answer;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Deletes uncollected answers older than `before`. */
export function deleteOldRestoreAnswers(dataDir: string, before: number): void {
  for (const name of namesIn(dataDir)) {
    const file = path.join(folderIn(dataDir), name);
    // The program may collect its answer meanwhile.
    const modifiedAt = ANSWERED.test(name) ? statSync(file, { throwIfNoEntry: false })?.mtimeMs : undefined;
    if (modifiedAt !== undefined && modifiedAt < before) rmSync(file, { force: true });
  }
}

function namesIn(dataDir: string): string[] {
  try {
    return readdirSync(folderIn(dataDir)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
