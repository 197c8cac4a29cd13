/**
 * What makes a retry safe: the client ids a user has had accepted, so that the same command sent twice happens once.
 * Remembered are the last 2,000 and those of orders still open, whichever is longer ago.
 */
export const REMEMBERED_MAX = 2_000;

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
