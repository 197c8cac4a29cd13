import { useState } from 'react';
import type { ReferralMember } from '../../../../../shared/products/referral/wire';
import { useReferralMembersQuery } from '../api/referral-api';
import { useTexts } from '../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../kit/lib/numbers/format';
import { column, figure, fixed, type Column } from '../../../kit/ui/data-table/columns';
import { PAGE_SIZE_DEFAULT, type Paging } from '../../../kit/ui/lists/pages';
import { QueryList } from '../../../kit/ui/lists/query-list';
import { Tabs } from '../../../kit/ui/controls/tabs';

const LEVELS = ['1', '2'] as const;
type Level = (typeof LEVELS)[number];

/** Members invited by the user, and members invited by those. */
export function Members({ isKnown }: { isKnown: boolean }) {
  const { t } = useTexts();
  const [level, setLevel] = useState<Level>('1');
  return (
    <Tabs
      label={t('share.members')}
      tabs={LEVELS.map((name) => ({ name, title: t(`share.level.${name}`) }))}
      selected={level}
      onChoose={setLevel}
    >
      {/* Each level has its own paging. */}
      <OfLevel key={level} level={level} isKnown={isKnown} />
    </Tabs>
  );
}

function OfLevel({ level, isKnown }: { level: Level; isKnown: boolean }) {
  const { t } = useTexts();
  const [paging, setPaging] = useState<Paging>({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const query = useReferralMembersQuery(
    { level: level === '1' ? 1 : 2, ...paging },
    { skip: !isKnown, refetchOnMountOrArgChange: true },
  );
  return (
    <QueryList<ReferralMember>
      {...{ query, paging, onPage: setPaging }}
      name="share.members"
      label={`${t('share.members')}: ${t(`share.level.${level}`)}`}
      columns={useColumns()}
      keyOf={({ id }) => id}
      empty={t(`share.members.none.${level}`)}
    />
  );
}

function useColumns(): Column<ReferralMember>[] {
  const { t } = useTexts();
  return [
    fixed('name', t('share.members.name'), ({ name }) => name),
    column('status', t('share.members.status'), ({ status }) => t(`share.status.${status}`)),
    figure('registeredAt', t('share.members.at'), ({ registeredAt }) => dateAndTime(registeredAt)),
  ];
}
