/** Parts that products add to shared screens of the admin. Loaded with the admin. */
import { createContext, type ComponentType } from 'react';
import type { StaffCommandName } from '../../../../shared/rules/staff-kinds';
import type { StaffProposal } from '../../../../shared/wire/staff-proposals';
import type { TextKey } from '../../kit/i18n/i18n';
import type { Texts } from '../../kit/i18n/use-texts';

/** Facts before or after the action. */
export type ActFacts = StaffProposal['after'];
export type ActLine = readonly [label: string, value: string];

export interface FactWords {
  name: (t: Texts['t']) => string;
  /** If absent, the suffix of the name determines the format, such as `Ppb` for a rate. */
  write?: (texts: Texts, value: string) => string;
}

export interface ActChanges {
  before: ActFacts;
  after: ActFacts;
  /** Lines shown after the facts. */
  lines: readonly ActLine[];
}

export interface AdminParts {
  /** Names of the product's staff actions. */
  acts: Readonly<Partial<Record<StaffCommandName, TextKey>>>;
  /** Facts that only the product's actions have. */
  fieldFormats?: Readonly<Record<string, FactWords>>;
  /** Combines related facts; null for actions of other products. */
  join?: (texts: Texts, before: ActFacts, after: ActFacts) => ActChanges | null;
  /** Shown on a user's page. */
  OfUser?: ComponentType<{ userId: number }>;
  /** Shown on the markets page, below the fee levels. */
  OfMarkets?: ComponentType;
}

export const AdminPartsContext = createContext<readonly AdminParts[]>([]);
