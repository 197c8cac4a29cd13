import { useState } from 'react';
import type { ReferralMember } from '../../../../../shared/products/referral/wire';
import { useReferralMembersQuery } from '../api/referral-api';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { column, figure, fixed, type Column } from '../../../shared/ui/data-table/columns';
import { PAGE_SIZE_DEFAULT, type Paging } from '../../../shared/ui/lists/pages';
import { QueryList } from '../../../shared/ui/lists/query-list';
import { Tabs } from '../../../shared/ui/controls/tabs';

const LEVELS = ['1', '2'] as const;
type Level = (typeof LEVELS)[number];

/** Whom one invited, and whom those invited. */
export function Members({ isKnown }: { isKnown: boolean }) {
  const { say } = useTexts();
  const [level, setLevel] = useState<Level>('1');
  return (
    <Tabs
      label={say('share.members')}
      tabs={LEVELS.map((name) => ({ name, title: say(`share.level.${name}`) }))}
      chosen={level}
      onChoose={setLevel}
    >
      {/* Each level has pages of its own. */}
      <OfLevel key={level} level={level} isKnown={isKnown} />
    </Tabs>
  );
}

function OfLevel({ level, isKnown }: { level: Level; isKnown: boolean }) {
  const { say } = useTexts();
  const [paging, setPaging] = useState<Paging>({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const asked = useReferralMembersQuery(
    { level: level === '1' ? 1 : 2, ...paging },
    { skip: !isKnown, refetchOnMountOrArgChange: true },
  );
  return (
    <QueryList<ReferralMember>
      {...{ asked, paging, onPage: setPaging }}
      name="share.members"
      label={`${say('share.members')}: ${say(`share.level.${level}`)}`}
      columns={useColumns()}
      keyOf={({ id }) => id}
      empty={say(`share.members.none.${level}`)}
    />
  );
}

function useColumns(): Column<ReferralMember>[] {
  const { say } = useTexts();
  return [
    fixed('name', say('share.members.name'), ({ name }) => name),
    column('status', say('share.members.status'), ({ status }) => say(`share.status.${status}`)),
    figure('registeredAt', say('share.members.at'), ({ registeredAt }) => dateAndTime(registeredAt)),
  ];
}
