/** What a store must do for all that is kept in one. A store passes by calling `storeConformance`. */
import { chainsConformance } from './chains-suite';
import { contentConformance } from './content-suite';
import { contractsConformance } from './contracts-suite';
import { financialConformance } from './financial-suite';
import { miningConformance } from './mining-suite';
import { frozenFundsConformance } from './frozen-funds-suite';
import { handOverConformance } from './hand-over-suite';
import { identityConformance } from './identity-suite';
import { knownIdsConformance } from './known-ids-suite';
import { ledgerConformance } from './ledger-suite';
import { leftOpenConformance } from './left-open-suite';
import { madeCandlesConformance } from './made-candles-suite';
import { optionsConformance } from './options-suite';
import { ordersConformance } from './orders-suite';
import { perpetualConformance } from './perpetual-suite';
import { personalConformance } from './personal-suite';
import { projectionConformance } from './projection-suite';
import { referralConformance } from './referral-suite';
import { readingConformance } from './reading-suite';
import { robotsConformance } from './robots-suite';
import { verificationConformance } from './verification-suite';
import { walletConformance } from './wallet-suite';
import type { StoreHarness } from './harness';

export function storeConformance(name: string, harness: StoreHarness): void {
  projectionConformance(name, harness);
  handOverConformance(name, harness);
  ledgerConformance(name, harness);
  madeCandlesConformance(name, harness);
  ordersConformance(name, harness);
  perpetualConformance(name, harness);
  contractsConformance(name, harness);
  optionsConformance(name, harness);
  referralConformance(name, harness);
  financialConformance(name, harness);
  miningConformance(name, harness);
  robotsConformance(name, harness);
  walletConformance(name, harness);
  readingConformance(name, harness);
  frozenFundsConformance(name, harness);
  leftOpenConformance(name, harness);
  chainsConformance(name, harness);
  contentConformance(name, harness);
  identityConformance(name, harness);
  verificationConformance(name, harness);
  personalConformance(name, harness);
  knownIdsConformance(name, harness);
}
