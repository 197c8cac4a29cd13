/** Who is staff, and what staff have set, as the journal says: no row of a database gives anybody a right. */
import type { AuditScope } from '../../../../shared/rules/audit-scope';
import type { StaffRight } from '../../../../shared/rules/staff-rights';
import type { Role } from '../../database/exchange-tables';

export interface KnownStaff {
  roleOf(user: number): Role;
  has(user: number, right: StaffRight): boolean;
  rightsOf(user: number): readonly StaffRight[];
  /** Of an auditor: until when they are let in; null for ever. */
  untilOf(user: number): number | null;
  /** What an auditor may see. */
  scopeOf(user: number): AuditScope;
  /** By number. */
  people(): readonly number[];
  /** Keyed hash of the text that a setting has. */
  settingOf(name: string): string | undefined;
  settingsLike(prefix: string): readonly string[];
  /** USDT units of scale 8. */
  dailyLimitOf(bindings: number): bigint | undefined;
  /** Called with everybody whose role or rights have changed; returns how to stop. */
  onNamed(listener: (user: number) => void): () => void;
  /** Resolves when what stands at this place of the journal is known here. */
  include(position: number): Promise<void>;
}
