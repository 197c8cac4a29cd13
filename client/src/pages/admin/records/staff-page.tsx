import { useState } from 'react';
import { STAFF_RIGHTS, type StaffRight } from '../../../../../shared/rules/staff-rights';
import type { OwnStaff, StaffRecord, StaffRole } from '../../../../../shared/wire/staff';
import { useSetRightsMutation, useSetRoleMutation, useStaffListQuery } from '../../../entities/staff/staff-api';
import { ActDialog, type Act } from '../../../features/staff-act/act-dialog';
import { type ActField, reasonField } from '../../../features/staff-act/fields';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Button } from '../../../shared/ui/controls/button';
import { Bounds, boundsEntered, scopeFaults, scopeFields } from '../parts/audit-scope';
import styles from '../parts/desk.module.css';
import { Mark } from '../../../shared/ui/figures/mark';
import { Panel } from '../../../shared/ui/page/panel';
import { Waiting } from '../../../shared/ui/page/waiting';

/** Who is staff, and what each may do. */
export function StaffPage({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const [act, setAct] = useState<Act | null>(null);
  const { data, error, refetch } = useStaffListQuery(undefined, { refetchOnMountOrArgChange: true });
  const acts = useStaffActs();
  const title = say('staff.section.staff');
  return (
    <Panel
      title={title}
      level={1}
      actions={
        <>
          <Button onClick={() => setAct(acts.setRole(null))}>{say('staff.member.add')}</Button>
          <Button onClick={() => setAct(acts.setAuditor(null))}>{say('staff.member.add_auditor')}</Button>
        </>
      }
    >
      {error || !data ? (
        <Waiting error={error} onRetry={refetch} />
      ) : (
        <div className={styles.scroll}>
          <table aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{say('staff.user.id')}</th>
                <th scope="col">{say('staff.member.name')}</th>
                <th scope="col">{say('staff.member.role')}</th>
                <th scope="col">{say('staff.member.rights')}</th>
                <th scope="col">
                  <span className="spoken">{say('table.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map((member) => (
                <Member key={member.userId} own={own} member={member} acts={acts} onAct={setAct} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </Panel>
  );
}

interface MemberProps {
  own: OwnStaff;
  member: StaffRecord;
  acts: ReturnType<typeof useStaffActs>;
  onAct: (act: Act) => void;
}

function Member({ own, member, acts, onAct }: MemberProps) {
  const { say } = useTexts();
  const { userId, userName, nickName, role, rights, until, scope } = member;
  const [now] = useState(Date.now);
  return (
    <tr>
      <td>{userId}</td>
      <th scope="row" className={styles.rowHead}>
        {nickName}
        <br />
        <span className={styles.muted}>{userName}</span>
      </th>
      <td>
        <Mark kind={role === 'admin' ? 'good' : 'level'} text={say(`staff.role.${role}`)} />
      </td>
      <td>
        {role === 'auditor' ? (
          <span className={styles.bounds}>
            <Bounds until={until} scope={scope} now={now} />
          </span>
        ) : (
          rights.map((right) => say(`staff.right.${right}`)).join(', ') || '—'
        )}
      </td>
      <td className={styles.end}>
        {userId === own.userId ? (
          <span className={styles.muted}>{say('staff.member.self')}</span>
        ) : (
          <span className={styles.rowActions}>
            {role === 'admin' && (
              <Button
                aria-label={`${say('staff.member.change_rights')}: ${nickName}`}
                onClick={() => onAct(acts.setRights(member))}
              >
                {say('staff.member.change_rights')}
              </Button>
            )}
            {role === 'auditor' && (
              <Button
                aria-label={`${say('staff.member.extend')}: ${nickName}`}
                onClick={() => onAct(acts.setAuditor(member))}
              >
                {say('staff.member.extend')}
              </Button>
            )}
            <Button
              aria-label={`${say('staff.member.change_role')}: ${nickName}`}
              onClick={() => onAct(acts.setRole(member))}
            >
              {say('staff.member.change_role')}
            </Button>
          </span>
        )}
      </td>
    </tr>
  );
}

/** `null`: somebody who is entered. */
interface StaffActs {
  setRole: (member: StaffRecord | null) => Act;
  setAuditor: (member: StaffRecord | null) => Act;
  setRights: (member: StaffRecord) => Act;
}

function useStaffActs(): StaffActs {
  const { say } = useTexts();
  const [setRole] = useSetRoleMutation();
  const [setRights] = useSetRightsMutation();
  const reason: ActField = reasonField(say);
  const rightsOf = (held: readonly StaffRight[]): ActField => ({
    name: 'rights',
    label: say('staff.member.rights'),
    kind: 'marks',
    lengthMax: 200,
    isOptional: true,
    initial: held.join(','),
    choices: STAFF_RIGHTS.map((right) => {
      return { value: right, text: say(`staff.right.${right}`), hint: say(`staff.right_about.${right}`) };
    }),
  });
  const roles = (choices: readonly StaffRole[]): ActField => ({
    name: 'role',
    label: say('staff.member.role'),
    kind: 'line',
    lengthMax: 10,
    choices: choices.map((role) => ({ value: role, text: say(`staff.role.${role}`) })),
  });
  const who: ActField = { name: 'userId', label: say('staff.user.id'), kind: 'id', lengthMax: 10 };
  return {
    setAuditor: (member) => ({
      title: member ? `${say('staff.member.extend')} – ${member.nickName}` : say('staff.member.add_auditor'),
      consequence: say('staff.member.auditor_consequence'),
      takes: 'SetStaff',
      fields: [...(member === null ? [who] : []), ...scopeFields(say, member ?? {}, Date.now()), reason],
      check: (entered) => scopeFaults(entered, Date.now()),
      confirm: say('staff.save'),
      done: say('staff.saved'),
      send: async (entered) => {
        const userId = member?.userId ?? Number(entered.userId);
        const bounds = boundsEntered(entered);
        return setRole({ userId, role: 'auditor', rights: [], ...bounds, reason: entered.reason });
      },
    }),
    setRole: (member) => ({
      title: member === null ? say('staff.member.add') : `${say('staff.member.change_role')} – ${member.nickName}`,
      consequence: say('staff.member.role_consequence'),
      takes: 'SetStaff',
      fields: [
        ...(member === null ? [who] : []),
        roles(member === null ? ['admin'] : (['admin', 'user'] as const).filter((role) => role !== member.role)),
        { ...rightsOf([]), hint: say('staff.member.rights_hint') },
        reason,
      ],
      confirm: say('staff.save'),
      kind: 'bad',
      done: say('staff.saved'),
      send: async ({ userId, role, rights, reason: why }) => {
        return setRole({
          userId: member?.userId ?? Number(userId),
          role: role as StaffRole,
          rights: rightsIn(rights),
          reason: why,
        });
      },
    }),
    setRights: ({ userId, nickName, rights }) => ({
      title: `${say('staff.member.change_rights')} – ${nickName}`,
      consequence: say('staff.member.rights_consequence'),
      takes: 'SetStaff',
      fields: [rightsOf(rights), reason],
      confirm: say('staff.save'),
      done: say('staff.saved'),
      send: async (entered) => {
        return setRights({ userId, rights: rightsIn(entered.rights), reason: entered.reason });
      },
    }),
  };
}

function rightsIn(text: string): StaffRight[] {
  const held = text.split(',');
  return STAFF_RIGHTS.filter((right) => held.includes(right));
}
