/** Fingerprint of a command's payload. */

/*
 * Fingerprint of a payload in 12 hex digits (48 bits), computed incrementally: 32-bit multiply-xorshift mixing in the
 * manner of MurmurHash3 (Austin Appleby, public domain). It distinguishes a retry from a reused id and protects no
 * secret. The two words are module variables, not an object, because one fingerprint is computed at a time, once per
 * command.
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

/** Mixes a safe integer, both halves. */
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
