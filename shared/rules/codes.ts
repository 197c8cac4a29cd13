/**
 * Every code an answer can carry. The core's refusals and the edge's are two sets that meet here; each code has a message
 * in nine languages under the same name (dots and all).
 */

/** Refusals decided by the core: a rule says no, nothing changed. */
export const REJECTION_CODES = [
  'account.unknown',
  'account.already.registered',
  'account.already.verified',
  'account.already.frozen',
  'account.not.frozen',
  'account.frozen',
  'account.not.authenticated',
  'amend.below.filled',
  'amend.not.allowed',
  'amend.nothing',
  'amount.not.positive',
  'amount.too.large',
  'approval.needs.another',
  'asset.already.listed',
  'asset.terms.invalid',
  'asset.unknown',
  'balance.insufficient',
  'batch.too.large',
  'chain.unknown',
  'client.id.reused',
  'coin.not.open',
  'coin.under.maintenance',
  'command.not.permitted',
  'fee.tier.invalid',
  'fills.too.many',
  'hold.not.found',
  'market.already.listed',
  'market.cancel.only',
  'market.state.unchanged',
  'market.terms.invalid',
  'market.unknown',
  'notional.too.small',
  'order.cannot.fill',
  'order.combination.invalid',
  'order.not.found',
  'order.would.take',
  'orders.too.many',
  'price.out.of.range',
  'quantity.not.positive',
  'quantity.too.large',
  'quantity.too.small',
  'recharge.already.credited',
  'recharge.terms.invalid',
  'recharge.unchanged',
  'reference.already.used',
  'transfer.not.allowed',
  'transfer.same.account',
  'trigger.at.last.price',
  'trigger.out.of.range',
  'withdrawal.destination.invalid',
  'withdrawal.limit.exceeded',
  'withdrawal.not.found',
  'withdrawal.not.valued',
  'withdrawal.state.invalid',
  'withdrawal.too.small',
] as const;
export type RejectionCode = (typeof REJECTION_CODES)[number];

/** Refusals of the edge: conversion, log-in, limits and the state of the system. */
export const EDGE_CODES = [
  'login.user.not.login',
  '4001',
  '4003',
  'permission.denied',
  'path.not.found',
  'request.invalid',
  'request.too.large',
  'request.too.many',
  'system.busy',
  'system.error',
  'outcome.unknown',
  'projection.behind',
  'price.off.tick',
  'quantity.off.lot',
  'amount.too.precise',
  'login.failed',
  'registration.failed',
  'email.format.error',
  'password.too.weak',
  'channel.unknown',
  'interval.unknown',
  'subscription.login.required',
  'subscriptions.too.many',
  'sockets.too.many',
  'config.key.unknown',
  'content.not.found',
  'user.not.found',
] as const;
export type EdgeCode = (typeof EDGE_CODES)[number];

/** The rest of the specification's catalogue, said by screens and by products that use them. */
export const CATALOGUE_CODES = [
  'purchase.failed',
  'submit.failed',
  'save.failed',
  'modification.failed',
  'verification.code.error',
  'invitation.code.invalid',
  'picture.required',
  'certificate.required',
  'secret.key.wrong',
  'data.none',
  // Why a recharge ended as a failure, beside amount.too.large.
  'recharge.below.minimum',
  'recharge.retracted',
] as const;

export const SUCCESS_CODE = 'success';

export type AnswerCode = typeof SUCCESS_CODE | RejectionCode | EdgeCode | (typeof CATALOGUE_CODES)[number];

/** What one field of a request can have wrong with it (`data.fields[].code` of `request.invalid`). */
export const FIELD_CODES = [
  'required',
  'unknown',
  'type',
  'decimal',
  'too.long',
  'too.short',
  'format',
  'out.of.range',
] as const;
export type FieldCode = (typeof FIELD_CODES)[number];
