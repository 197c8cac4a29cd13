/**
 * What makes a retry safe: the client ids a user has had accepted, so that the same command sent twice happens once.
 * Remembered are the last 2,000, those of orders still open, and for a month those of `lasting.ts`.
 */
import type { CommandType } from '../command';

export const REMEMBERED_MAX = 2_000;
/** 30 days, by the time of the batches. */
export const LASTING_MS = 30 * 86_400_000;
/** One batch adds one at most, so they do not pile up, and no batch after a long silence takes long. */
const FORGOTTEN_A_BATCH_MAX = 100;

export interface RememberedCommand {
  clientId: string;
  /** Fingerprint of the payload. */
  digest: string;
  /** The first outcome: position of the batch, and what it made (order, withdrawal, hold) or null. */
  position: number;
  id: number | null;
}

export interface CommandMemory {
  /** By client id: the recent ones and the kept ones. */
  byClientId: Map<string, RememberedCommand>;
  /** Client ids of the last accepted commands; a ring once it is full. */
  recent: string[];
  /** Index in `recent` that the next one takes. */
  next: number;
  /** Client ids that fell out of `recent` while their order was open, by order. */
  kept: Map<number, string>;
}

/** Remembered for a month, whatever else its owner sends. */
export interface LastingCommand extends RememberedCommand {
  type: CommandType;
  owner: number;
  /** Time of its batch, or the last time that what it made was found open. */
  at: number;
}

export interface LastingMemory {
  /** By owner, then client id. Few users have any, so it is not part of what everybody has. */
  byOwner: Map<number, Map<string, LastingCommand>>;
  /** By `at`; what stands before `first` is forgotten. */
  queue: LastingCommand[];
  first: number;
}

export function createLastingMemory(): LastingMemory {
  return { byOwner: new Map(), queue: [], first: 0 };
}

export function rememberLasting({ byOwner, queue }: LastingMemory, command: LastingCommand): void {
  let owned = byOwner.get(command.owner);
  if (!owned) {
    owned = new Map();
    byOwner.set(command.owner, owned);
  }
  owned.set(command.clientId, command);
  queue.push(command);
}

/** Forgets what is a month old at `now`; what `isOpen` says is still something stays for another month. */
export function forgetLasting(memory: LastingMemory, now: number, isOpen: (command: LastingCommand) => boolean): void {
  for (let count = 0; count < FORGOTTEN_A_BATCH_MAX; count++) {
    const oldest = memory.queue[memory.first] as LastingCommand | undefined;
    if (!oldest || oldest.at > now - LASTING_MS) break;
    memory.first++;
    // Journals of the time when ids were forgotten sooner may have one twice: the later one counts.
    const owned = memory.byOwner.get(oldest.owner);
    if (owned?.get(oldest.clientId) !== oldest) continue;
    if (isOpen(oldest)) {
      oldest.at = now;
      memory.queue.push(oldest);
      continue;
    }
    owned.delete(oldest.clientId);
    if (owned.size === 0) memory.byOwner.delete(oldest.owner);
  }
  // Moved up when more than half has been forgotten, so that each one is moved once.
  if (memory.first <= memory.queue.length / 2) return;
  memory.queue = memory.queue.slice(memory.first);
  memory.first = 0;
}

export function createMemory(): CommandMemory {
  return { byClientId: new Map(), recent: [], next: 0, kept: new Map() };
}

/** Remembers an accepted command; the oldest falls out unless `isOpen` says that its order is still open. */
export function remember(
  memory: CommandMemory,
  command: RememberedCommand,
  isOpen: (order: number, clientId: string) => boolean,
): void {
  const oldest =
    memory.recent.length === REMEMBERED_MAX ? memory.byClientId.get(memory.recent[memory.next]) : undefined;
  if (oldest) {
    if (oldest.id !== null && isOpen(oldest.id, oldest.clientId)) memory.kept.set(oldest.id, oldest.clientId);
    else memory.byClientId.delete(oldest.clientId);
  }
  memory.recent[memory.next] = command.clientId;
  memory.next = (memory.next + 1) % REMEMBERED_MAX;
  memory.byClientId.set(command.clientId, command);
}

/** An order has ended: its client id need not outlive the recent ones any more. */
export function forgetOrder(memory: CommandMemory, order: number): void {
  const clientId = memory.kept.get(order);
  if (clientId === undefined) return;
  memory.kept.delete(order);
  memory.byClientId.delete(clientId);
}

/*
 * Fingerprint of a payload in 12 hex digits (48 bits), taken in piece by piece: 32-bit multiply-xorshift mixing in the
 * manner of MurmurHash3 (Austin Appleby, public domain). It tells a retry from a reused id; it guards no secret. The two
 * words stand here and not in an object because it is taken once a command, from the first piece to the last, in one go.
 */
let low = 0;
let high = 0;

export function beginFingerprint(): void {
  low = 0x9e3779b9;
  high = 0x85ebca6b;
}

export function mix(text: string): void {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x85ebca77);
    high = Math.imul(high ^ unit, 0xc2b2ae3d);
  }
  mixWord(text.length);
}

/** A safe integer: both halves count. */
export function mixNumber(value: number): void {
  mixWord(value >>> 0);
  mixWord(Math.floor(value / 0x1_0000_0000));
}

function mixWord(word: number): void {
  low = Math.imul(low ^ word, 0x85ebca77);
  low ^= low >>> 15;
  high = Math.imul(high ^ word, 0xc2b2ae3d);
  high ^= high >>> 13;
}

/** Three hex digits for every 12 bits: conversion by table, since number formatting would cost more than the hash. */
const DIGITS = Array.from({ length: 4096 }, (_, bits) => bits.toString(16).padStart(3, '0'));

export function fingerprint(): string {
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  return DIGITS[high >>> 20] + DIGITS[(high >>> 8) & 0xfff] + DIGITS[low >>> 20] + DIGITS[(low >>> 8) & 0xfff];
}
