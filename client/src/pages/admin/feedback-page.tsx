import { useState } from 'react';
import type { FeedbackRecord } from '../../../../shared/wire/content';
import { useDeskFeedbackQuery } from '../../entities/staff/settings-api';
import { useTexts, type Texts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import type { Column } from '../../shared/ui/data-table/columns';
import { PAGE_SIZE_DEFAULT } from '../../shared/ui/pages';
import { DeskList } from './desk-list';
import styles from './desk.module.css';
import { Panel } from '../../shared/ui/panel';

/** What visitors and users have told the desk. */
export function FeedbackPage() {
  const { say } = useTexts();
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const asked = useDeskFeedbackQuery(paging, { refetchOnMountOrArgChange: true });
  const title = say('staff.section.feedback');
  return (
    <Panel title={title} level={1}>
      <DeskList<FeedbackRecord>
        name="feedback"
        label={title}
        columns={columnsOf(say)}
        asked={asked}
        keyOf={({ id }) => id}
        empty={say('staff.feedback.none')}
        paging={paging}
        onPage={setPaging}
      />
    </Panel>
  );
}

function columnsOf(say: Texts['say']): Column<FeedbackRecord>[] {
  return [
    { key: 'at', title: say('staff.time'), isFixed: true, render: ({ createdAt }) => dateAndTime(createdAt) },
    {
      key: 'category',
      title: say('staff.feedback.category'),
      isFixed: true,
      render: ({ category }) => say(`staff.feedback_category.${category}`),
    },
    { key: 'userId', title: say('staff.user.id'), render: ({ userId }) => userId ?? say('staff.feedback.visitor') },
    { key: 'contact', title: say('staff.feedback.contact'), render: ({ contact }) => contact ?? '—' },
    {
      key: 'text',
      title: say('staff.feedback.text'),
      render: ({ text }) => <span className={styles.written}>{text}</span>,
    },
  ];
}
