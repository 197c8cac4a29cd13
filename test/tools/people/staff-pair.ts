/** Two full admins, who appoint all other staff and confirm the proposals of a test's own member of staff. */
import { AUDITOR_MS_MAX, scopeText, WHOLE_SCOPE } from '../../../shared/rules/audit-scope';
import type { Application } from '../../../server/application';
import type { Command, StaffRole } from '../../../server/core/command';
import { EVERY_RIGHT } from '../../../server/core/staff/decide-people';
import { Accounts } from '../../../server/products/identity/api/account/accounts';
import { StaffRows } from '../../../server/platform/auth/staff/staff-rows';

const REASON = 'ab'.repeat(32);

let clientIds = 0;

export class StaffPair {
  constructor(
    private readonly application: Application,
    private readonly password: string,
  ) {}

  /** Appoints a member of staff with immediate effect. */
  async name(user: number, role: StaffRole): Promise<void> {
    const { staff } = this.state();
    if (staff.people.get(user)?.role === role) return;
    const rights = role === 'admin' ? EVERY_RIGHT : '';
    const first = await this.fullAdminOtherThan([]);
    const until = this.state().at + AUDITOR_MS_MAX / 2;
    const bounds = role === 'auditor' ? { until, scope: scopeText(WHOLE_SCOPE) } : {};
    const outcome = await this.send(first, { type: 'SetStaff', user, role, rights, ...bounds, reason: REASON });
    await this.settled(outcome.id === null ? outcome.position : await this.confirm(outcome.id));
  }

  /** Returns the position of the batch. */
  async confirm(proposal: number): Promise<number> {
    const { by, user, worth } = this.state().staff.proposals.get(proposal) ?? {};
    const lines = worth === null ? [] : [...this.state().wallet.statement.values()];
    const another = await this.fullAdminOtherThan([
      by ?? 0,
      user ?? 0,
      ...lines.map(({ importedBy }) => importedBy ?? 0),
    ]);
    const { position } = await this.send(another, { type: 'ConfirmStaff', proposal });
    await this.settled(position);
    return position;
  }

  private state() {
    return this.application.exchange.engine.state();
  }

  /** A full admin other than these; created if there is none. */
  private async fullAdminOtherThan(others: readonly number[]): Promise<number> {
    for (const [user, { rights }] of this.state().staff.people) {
      const isFrozen = this.state().members.get(user)?.frozen === true;
      if (rights.join(' ') === EVERY_RIGHT && !others.includes(user) && !isFrozen) return user;
    }
    const email = `standby-${++clientIds}@test.example`;
    const accounts = this.application.nest.get(Accounts);
    const { user } = await accounts.register({ email, password: this.password, clientId: null, role: 'admin' });
    await this.name(user.id, 'admin');
    return user.id;
  }

  private async send(by: number, command: Command) {
    const clientId = `two-${++clientIds}`;
    const outcome = await this.application.exchange.engine.submit({ actor: `admin/${by}`, clientId, command });
    if ('rejected' in outcome) throw new Error(`${command.type}: ${outcome.rejected}`);
    return outcome;
  }

  private async settled(position: number): Promise<void> {
    await this.application.exchange.live.waitFor(position, 10_000);
    await this.application.nest.get(StaffRows).settled();
  }
}
