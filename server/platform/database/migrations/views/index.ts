import type { MigrationList } from '../../migrate';
import { readModels } from './0001-read-models';
import { accounts } from './0002-accounts';
import { approvals } from './0003-approvals';
import { frozenFunds } from './0004-frozen-funds';
import { recordsApart } from './0005-records-apart';
import { contracts } from './0006-contracts';
import { markCandles } from './0007-mark-candles';
import { options } from './0008-options';
import { trailingStops } from './0009-trailing-stops';
import { referral } from './0011-referral';
import { earn } from './0012-earn';
import { mining } from './0013-mining';
import { robots } from './0014-robots';
import { ownDelays } from './0015-own-delays';
import { finality } from './0016-finality';
import { stopsOfContract } from './0017-stops-of-contract';
import { markBounds } from './0018-mark-bounds';

/**
 * The read models. They hold nothing that the journal does not, so a migration that changes their meaning drops the
 * tables, makes them anew and deletes the checkpoint: the projector then starts from the first event.
 */
export const viewsMigrations: MigrationList = [
  { name: '0001-read-models', up: readModels },
  { name: '0002-accounts', up: accounts },
  { name: '0003-approvals', up: approvals },
  { name: '0004-frozen-funds', up: frozenFunds },
  { name: '0005-records-apart', up: recordsApart },
  { name: '0006-contracts', up: contracts },
  { name: '0007-mark-candles', up: markCandles },
  { name: '0008-options', up: options },
  { name: '0009-trailing-stops', up: trailingStops },
  { name: '0011-referral', up: referral },
  { name: '0012-earn', up: earn },
  { name: '0013-mining', up: mining },
  { name: '0014-robots', up: robots },
  { name: '0015-own-delays', up: ownDelays },
  { name: '0016-finality', up: finality },
  { name: '0017-stops-of-contract', up: stopsOfContract },
  { name: '0018-mark-bounds', up: markBounds },
];
