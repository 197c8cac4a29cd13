import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { FoundUser, OwnStaff } from '../../../../shared/wire/staff';
import { useSearchUsersQuery } from '../api/users-api';
import { useTexts, type Texts } from '../../kit/i18n/use-texts';
import { Button } from '../../kit/ui/controls/button';
import { column, fixed, timeColumn, type Column } from '../../kit/ui/data-table/columns';
import { PAGE_SIZE_DEFAULT } from '../../kit/ui/lists/pages';
import { AdminList } from '../parts/admin-list';
import styles from '../parts/admin.module.css';
import { Panel } from '../../kit/ui/page/panel';
import { pathOf } from '../parts/sections';
import { StandingMark, VerificationMark } from './standing';

const SEARCH_LENGTH_MAX = 254;
const PART_LENGTH_MIN = 3;
const USER_ID = /^[1-9]\d{0,9}$/;

/** Users matching a search; without one, all users. */
export function UsersPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const [query, setQuery] = useSearchParams();
  const search = query.get('search') ?? '';
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const usersQuery = useSearchUsersQuery(
    { ...(search === '' ? {} : { search }), ...paging },
    { refetchOnMountOrArgChange: true },
  );
  const applySearch = (text: string) => {
    setPaging({ ...paging, pageIndex: 1 });
    setQuery(text.trim() === '' ? {} : { search: text.trim() }, { replace: true });
  };
  return (
    <Panel title={t('staff.section.users')} level={1}>
      <SearchRow key={search} search={search} isMore={usersQuery.currentData?.more === true} onSearch={applySearch} />
      <AdminList<FoundUser>
        name="users"
        label={t('staff.section.users')}
        columns={columnsOf(t, ownStaff)}
        query={usersQuery}
        keyOf={({ userId }) => String(userId)}
        empty={t('staff.users.none')}
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
  const { t } = useTexts();
  const [text, setText] = useState(search);
  const [isShort, setShort] = useState(false);
  const hintId = useId();
  return (
    <form
      role="search"
      className={styles.filters}
      onSubmit={(event) => {
        event.preventDefault();
        const searchText = text.trim();
        const isTooShort = searchText !== '' && searchText.length < PART_LENGTH_MIN && !USER_ID.test(searchText);
        setShort(isTooShort);
        if (!isTooShort) onSearch(text);
      }}
    >
      <label className={styles.search}>
        {t('staff.users.search')}
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
            // The input's clear button fires a change but no submit.
            if (target.value === '' && search !== '') onSearch('');
          }}
        />
      </label>
      <Button type="submit">
        <Search size={15} aria-hidden="true" />
        <span className={styles.buttonText}>{t('staff.search')}</span>
      </Button>
      <p id={hintId} className={styles.searchHint} {...(isShort ? { role: 'alert' } : {})} data-bad={isShort}>
        {t('staff.users.search_hint')}
      </p>
      {isMore && (
        <p className={styles.searchHint} role="status" data-bad="true">
          {t('staff.users.more')}
        </p>
      )}
    </form>
  );
}

function columnsOf(t: Texts['t'], ownStaff: OwnStaff): Column<FoundUser>[] {
  return [
    timeColumn('registeredAt', t('staff.user.registered'), ({ registeredAt }) => registeredAt),
    fixed('userId', t('staff.user.id'), ({ userId }) => userId),
    fixed('nickName', t('staff.user.nick_name'), ({ nickName }) => nickName),
    column('email', t('staff.user.email'), ({ email }) => email ?? '—'),
    column('phone', t('staff.user.phone'), ({ phone }) => phone ?? '—'),
    column('userType', t('staff.user.type'), ({ userType }) => t(`staff.user_type.${userType}`)),
    column('verification', t('staff.user.verification'), ({ verification }) => (
      <VerificationMark state={verification} />
    )),
    column('frozen', t('staff.user.standing'), ({ frozen }) => <StandingMark isFrozen={frozen} />),
    fixed('more', '', ({ userId }) => (
      <Link to={`${pathOf(ownStaff, 'users')}/${userId}`} aria-label={`${t('staff.details')}: #${userId}`}>
        {t('staff.details')}
      </Link>
    )),
  ];
}
