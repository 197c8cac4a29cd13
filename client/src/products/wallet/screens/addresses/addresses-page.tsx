import { Plus } from 'lucide-react';
import { useSelector } from 'react-redux';
import type { ListedAddress } from '../../../../../../shared/products/wallet/address-book';
import { selectUser } from '../../../../entities/session/session-slice';
import { useAddressBookQuery } from '../../api/withdrawal-api';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { useOpened } from '../../../../shared/lib/hooks/use-opened';
import { Note } from '../../../../shared/ui/page/note';
import { Waiting } from '../../../../shared/ui/page/waiting';
import { AddAddress } from './add-address';
import { AddressList } from './address-list';
import { DeclareAddress } from './declare-address';
import { RemoveAddress } from './remove-address';
import { RenameAddress } from './rename-address';
import styles from '../parts/wallet.module.css';

/** To add: what a withdrawal once named, or something new. */
type Asked = { kind: 'add'; record?: ListedAddress } | { kind: 'declare' | 'rename' | 'remove'; record: ListedAddress };

/** Where coins may go. */
export function AddressesPage() {
  const { say } = useTexts();
  const isKnown = useSelector(selectUser) !== null;
  const {
    data: book,
    error,
    refetch,
  } = useAddressBookQuery(undefined, { skip: !isKnown, refetchOnMountOrArgChange: true });
  const [asked, ask, close] = useOpened<Asked>();
  return (
    <>
      <section className={styles.panel} aria-labelledby="addresses-title">
        <header className={styles.head}>
          <h1 id="addresses-title">{say('wallet.menu.addresses')}</h1>
          <button type="button" className={styles.way} onClick={() => ask({ kind: 'add' })}>
            <Plus size={16} aria-hidden="true" />
            {say('wallet.addresses.add')}
          </button>
        </header>
        {!book ? (
          <Waiting error={error} onRetry={refetch} />
        ) : book.records.length === 0 ? (
          <Note kind="empty" text={say('wallet.addresses.empty')} />
        ) : (
          <AddressList
            records={book.records}
            onAdd={(record) => ask({ kind: 'add', record })}
            onDeclare={(record) => ask({ kind: 'declare', record })}
            onRename={(record) => ask({ kind: 'rename', record })}
            onRemove={(record) => ask({ kind: 'remove', record })}
          />
        )}
      </section>
      {asked?.kind === 'add' && <AddAddress known={asked.record} onClose={close} />}
      {asked?.kind === 'declare' && <DeclareAddress record={asked.record} onClose={close} />}
      {asked?.kind === 'rename' && <RenameAddress record={asked.record} onClose={close} />}
      {asked?.kind === 'remove' && <RemoveAddress record={asked.record} onClose={close} />}
    </>
  );
}
