import { useState } from 'react';
import { STAFF_RIGHTS, type StaffRight } from '../../../../shared/rules/staff-rights';
import type { OwnStaff, StaffRecord, StaffRole } from '../../../../shared/wire/staff';
import { useSetRightsMutation, useSetRoleMutation, useStaffListQuery } from '../api/staff-api';
import { ActDialog, type Act } from '../act/act-dialog';
import { type ActField, reasonField } from '../act/fields';
import { useTexts } from '../../kit/i18n/use-texts';
import { Button } from '../../kit/ui/controls/button';
import { Bounds, boundsEntered, scopeFaults, scopeFields } from '../parts/audit-scope';
import styles from '../parts/admin.module.css';
import { Mark } from '../../kit/ui/figures/mark';
import { Panel } from '../../kit/ui/page/panel';
import { Waiting } from '../../kit/ui/page/waiting';

/** Staff members with their roles and rights. */
export function StaffPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const [act, setAct] = useState<Act | null>(null);
  const { data, error, refetch } = useStaffListQuery(undefined, { refetchOnMountOrArgChange: true });
  const acts = useStaffActs();
  const title = t('staff.section.staff');
  return (
    <Panel
      title={title}
      level={1}
      actions={
        <>
          <Button onClick={() => setAct(acts.setRole(null))}>{t('staff.member.add')}</Button>
          <Button onClick={() => setAct(acts.setAuditor(null))}>{t('staff.member.add_auditor')}</Button>
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
                <th scope="col">{t('staff.user.id')}</th>
                <th scope="col">{t('staff.member.name')}</th>
                <th scope="col">{t('staff.member.role')}</th>
                <th scope="col">{t('staff.member.rights')}</th>
                <th scope="col">
                  <span className="spoken">{t('table.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map((member) => (
                <Member key={member.userId} ownStaff={ownStaff} member={member} acts={acts} onAct={setAct} />
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
  ownStaff: OwnStaff;
  member: StaffRecord;
  acts: ReturnType<typeof useStaffActs>;
  onAct: (act: Act) => void;
}

function Member({ ownStaff, member, acts, onAct }: MemberProps) {
  const { t } = useTexts();
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
        <Mark kind={role === 'admin' ? 'good' : 'level'} text={t(`staff.role.${role}`)} />
      </td>
      <td>
        {role === 'auditor' ? (
          <span className={styles.bounds}>
            <Bounds until={until} scope={scope} now={now} />
          </span>
        ) : (
          rights.map((right) => t(`staff.right.${right}`)).join(', ') || '—'
        )}
      </td>
      <td className={styles.end}>
        {userId === ownStaff.userId ? (
          <span className={styles.muted}>{t('staff.member.self')}</span>
        ) : (
          <span className={styles.rowActions}>
            {role === 'admin' && (
              <Button
                aria-label={`${t('staff.member.change_rights')}: ${nickName}`}
                onClick={() => onAct(acts.setRights(member))}
              >
                {t('staff.member.change_rights')}
              </Button>
            )}
            {role === 'auditor' && (
              <Button
                aria-label={`${t('staff.member.extend')}: ${nickName}`}
                onClick={() => onAct(acts.setAuditor(member))}
              >
                {t('staff.member.extend')}
              </Button>
            )}
            <Button
              aria-label={`${t('staff.member.change_role')}: ${nickName}`}
              onClick={() => onAct(acts.setRole(member))}
            >
              {t('staff.member.change_role')}
            </Button>
          </span>
        )}
      </td>
    </tr>
  );
}

/** `null` lets the form ask for the user. */
interface StaffActs {
  setRole: (member: StaffRecord | null) => Act;
  setAuditor: (member: StaffRecord | null) => Act;
  setRights: (member: StaffRecord) => Act;
}

function useStaffActs(): StaffActs {
  const { t } = useTexts();
  const [setRole] = useSetRoleMutation();
  const [setRights] = useSetRightsMutation();
  const reason: ActField = reasonField(t);
  const rightsOf = (currentRights: readonly StaffRight[]): ActField => ({
    name: 'rights',
    label: t('staff.member.rights'),
    kind: 'marks',
    lengthMax: 200,
    isOptional: true,
    initial: currentRights.join(','),
    choices: STAFF_RIGHTS.map((right) => {
      return { value: right, text: t(`staff.right.${right}`), hint: t(`staff.right_about.${right}`) };
    }),
  });
  const roles = (choices: readonly StaffRole[]): ActField => ({
    name: 'role',
    label: t('staff.member.role'),
    kind: 'line',
    lengthMax: 10,
    choices: choices.map((role) => ({ value: role, text: t(`staff.role.${role}`) })),
  });
  const userIdField: ActField = { name: 'userId', label: t('staff.user.id'), kind: 'id', lengthMax: 10 };
  return {
    setAuditor: (member) => ({
      title: member ? `${t('staff.member.extend')} – ${member.nickName}` : t('staff.member.add_auditor'),
      consequence: t('staff.member.auditor_consequence'),
      approvalRule: 'SetStaff',
      fields: [...(member === null ? [userIdField] : []), ...scopeFields(t, member ?? {}, Date.now()), reason],
      check: (input) => scopeFaults(input, Date.now()),
      confirm: t('staff.save'),
      successText: t('staff.saved'),
      send: async (input) => {
        const userId = member?.userId ?? Number(input.userId);
        const restrictions = boundsEntered(input);
        return setRole({ userId, role: 'auditor', rights: [], ...restrictions, reason: input.reason });
      },
    }),
    setRole: (member) => ({
      title: member === null ? t('staff.member.add') : `${t('staff.member.change_role')} – ${member.nickName}`,
      consequence: t('staff.member.role_consequence'),
      approvalRule: 'SetStaff',
      fields: [
        ...(member === null ? [userIdField] : []),
        roles(member === null ? ['admin'] : (['admin', 'user'] as const).filter((role) => role !== member.role)),
        { ...rightsOf([]), hint: t('staff.member.rights_hint') },
        reason,
      ],
      confirm: t('staff.save'),
      kind: 'bad',
      successText: t('staff.saved'),
      send: async ({ userId, role, rights, reason: reasonText }) => {
        return setRole({
          userId: member?.userId ?? Number(userId),
          role: role as StaffRole,
          rights: rightsIn(rights),
          reason: reasonText,
        });
      },
    }),
    setRights: ({ userId, nickName, rights }) => ({
      title: `${t('staff.member.change_rights')} – ${nickName}`,
      consequence: t('staff.member.rights_consequence'),
      approvalRule: 'SetStaff',
      fields: [rightsOf(rights), reason],
      confirm: t('staff.save'),
      successText: t('staff.saved'),
      send: async (input) => {
        return setRights({ userId, rights: rightsIn(input.rights), reason: input.reason });
      },
    }),
  };
}

function rightsIn(text: string): StaffRight[] {
  const selectedNames = text.split(',');
  return STAFF_RIGHTS.filter((right) => selectedNames.includes(right));
}
