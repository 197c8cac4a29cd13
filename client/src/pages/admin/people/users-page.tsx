import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { FoundUser, OwnStaff } from '../../../../../shared/wire/staff';
import { useSearchUsersQuery } from '../../../entities/staff/users-api';
import { useTexts, type Texts } from '../../../shared/i18n/use-texts';
import { Button } from '../../../shared/ui/controls/button';
import { column, fixed, timeColumn, type Column } from '../../../shared/ui/data-table/columns';
import { PAGE_SIZE_DEFAULT } from '../../../shared/ui/lists/pages';
import { DeskList } from '../parts/desk-list';
import styles from '../parts/desk.module.css';
import { Panel } from '../../../shared/ui/page/panel';
import { pathOf } from '../parts/sections';
import { StandingMark, VerificationMark } from '../parts/standing';

const SEARCH_LENGTH_MAX = 254;
const PART_LENGTH_MIN = 3;
const USER_ID = /^[1-9]\d{0,9}$/;

/** Users by what somebody has of them; without a search all of them. */
export function UsersPage({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const [query, setQuery] = useSearchParams();
  const search = query.get('search') ?? '';
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const asked = useSearchUsersQuery(
    { ...(search === '' ? {} : { search }), ...paging },
    { refetchOnMountOrArgChange: true },
  );
  const look = (text: string) => {
    setPaging({ ...paging, pageIndex: 1 });
    setQuery(text.trim() === '' ? {} : { search: text.trim() }, { replace: true });
  };
  return (
    <Panel title={say('staff.section.users')} level={1}>
      <SearchRow key={search} search={search} isMore={asked.currentData?.more === true} onSearch={look} />
      <DeskList<FoundUser>
        name="users"
        label={say('staff.section.users')}
        columns={columnsOf(say, own)}
        asked={asked}
        keyOf={({ userId }) => String(userId)}
        empty={say('staff.users.none')}
        paging={paging}
        onPage={setPaging}
      />
    </Panel>
  );
}

function SearchRow({
  search,
  isMore,
  onSearch,
}: {
  search: string;
  isMore: boolean;
  onSearch: (text: string) => void;
}) {
  const { say } = useTexts();
  const [text, setText] = useState(search);
  const [isShort, setShort] = useState(false);
  const hintId = useId();
  return (
    <form
      role="search"
      className={styles.filters}
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = text.trim();
        const isTooShort = wanted !== '' && wanted.length < PART_LENGTH_MIN && !USER_ID.test(wanted);
        setShort(isTooShort);
        if (!isTooShort) onSearch(text);
      }}
    >
      <label className={styles.search}>
        {say('staff.users.search')}
        <input
          className={styles.input}
          type="search"
          value={text}
          maxLength={SEARCH_LENGTH_MAX}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={isShort}
          aria-describedby={hintId}
          onChange={({ target }) => {
            setText(target.value);
            setShort(false);
            // Emptied by its own cross.
            if (target.value === '' && search !== '') onSearch('');
          }}
        />
      </label>
      <Button type="submit">
        <Search size={15} aria-hidden="true" />
        <span className={styles.buttonText}>{say('staff.search')}</span>
      </Button>
      <p id={hintId} className={styles.searchHint} {...(isShort ? { role: 'alert' } : {})} data-bad={isShort}>
        {say('staff.users.search_hint')}
      </p>
      {isMore && (
        <p className={styles.searchHint} role="status" data-bad="true">
          {say('staff.users.more')}
        </p>
      )}
    </form>
  );
}

function columnsOf(say: Texts['say'], own: OwnStaff): Column<FoundUser>[] {
  return [
    timeColumn('registeredAt', say('staff.user.registered'), ({ registeredAt }) => registeredAt),
    fixed('userId', say('staff.user.id'), ({ userId }) => userId),
    fixed('nickName', say('staff.user.nick_name'), ({ nickName }) => nickName),
    column('email', say('staff.user.email'), ({ email }) => email ?? '—'),
    column('phone', say('staff.user.phone'), ({ phone }) => phone ?? '—'),
    column('userType', say('staff.user.type'), ({ userType }) => say(`staff.user_type.${userType}`)),
    column('verification', say('staff.user.verification'), ({ verification }) => (
      <VerificationMark state={verification} />
    )),
    column('frozen', say('staff.user.standing'), ({ frozen }) => <StandingMark isFrozen={frozen} />),
    fixed('more', '', ({ userId }) => (
      <Link to={`${pathOf(own, 'users')}/${userId}`} aria-label={`${say('staff.details')}: #${userId}`}>
        {say('staff.details')}
      </Link>
    )),
  ];
}
