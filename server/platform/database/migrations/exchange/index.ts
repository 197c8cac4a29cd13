import type { MigrationList } from '../../migrate';
import { users } from './0001-users';
import { content } from './0002-content';
import { identity } from './0003-identity';
import { security } from './0004-security';
import { verification } from './0005-verification';
import { wallet } from './0006-wallet';
import { chainIdentity } from './0007-chain-identity';
import { withdrawalProofs } from './0008-withdrawal-proofs';
import { journalWitness } from './0009-journal-witness';
import { madeCandles } from './0010-made-candles';
import { choices } from './0011-choices';
import { chainFacts } from './0012-chain-facts';
import { askers } from './0013-askers';
import { limitsByBinding } from './0014-limits-by-binding';

/** The relational data: users and how they log in, settings, articles, feedback. */
export const exchangeMigrations: MigrationList = [
  { name: '0001-users', up: users },
  { name: '0002-content', up: content },
  { name: '0003-identity', up: identity },
  { name: '0004-security', up: security },
  { name: '0005-verification', up: verification },
  { name: '0006-wallet', up: wallet },
  { name: '0007-chain-identity', up: chainIdentity },
  { name: '0008-withdrawal-proofs', up: withdrawalProofs },
  { name: '0009-journal-witness', up: journalWitness },
  { name: '0010-made-candles', up: madeCandles },
  { name: '0011-choices', up: choices },
  { name: '0012-chain-facts', up: chainFacts },
  { name: '0013-askers', up: askers },
  { name: '0014-limits-by-binding', up: limitsByBinding },
];
