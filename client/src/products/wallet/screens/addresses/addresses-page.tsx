import { Plus } from 'lucide-react';
import { useSelector } from 'react-redux';
import type { ListedAddress } from '../../../../../../shared/products/wallet/address-book';
import { selectUser } from '../../../../kit/entities/session/session-slice';
import { useAddressBookQuery } from '../../api/withdrawal-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { useOpenedItem } from '../../../../kit/lib/hooks/use-opened-item';
import { Note } from '../../../../kit/ui/page/note';
import { Waiting } from '../../../../kit/ui/page/waiting';
import { AddAddress } from './add-address';
import { AddressList } from './address-list';
import { DeclareAddress } from './declare-address';
import { RemoveAddress } from './remove-address';
import { RenameAddress } from './rename-address';
import styles from '../parts/wallet.module.css';

/** Adding starts from an address of an earlier withdrawal (`record`), or from nothing. */
type Asked = { kind: 'add'; record?: ListedAddress } | { kind: 'declare' | 'rename' | 'remove'; record: ListedAddress };

/** Address book for withdrawals. */
export function AddressesPage() {
  const { t } = useTexts();
  const isKnown = useSelector(selectUser) !== null;
  const {
    data: book,
    error,
    refetch,
  } = useAddressBookQuery(undefined, { skip: !isKnown, refetchOnMountOrArgChange: true });
  const [openedDialog, openDialog, close] = useOpenedItem<Asked>();
  return (
    <>
      <section className={styles.panel} aria-labelledby="addresses-title">
        <header className={styles.head}>
          <h1 id="addresses-title">{t('wallet.menu.addresses')}</h1>
          <button type="button" className={styles.way} onClick={() => openDialog({ kind: 'add' })}>
            <Plus size={16} aria-hidden="true" />
            {t('wallet.addresses.add')}
          </button>
        </header>
        {!book ? (
          <Waiting error={error} onRetry={refetch} />
        ) : book.records.length === 0 ? (
          <Note kind="empty" text={t('wallet.addresses.empty')} />
        ) : (
          <AddressList
            records={book.records}
            onAdd={(record) => openDialog({ kind: 'add', record })}
            onDeclare={(record) => openDialog({ kind: 'declare', record })}
            onRename={(record) => openDialog({ kind: 'rename', record })}
            onRemove={(record) => openDialog({ kind: 'remove', record })}
          />
        )}
      </section>
      {openedDialog?.kind === 'add' && <AddAddress unlistedAddress={openedDialog.record} onClose={close} />}
      {openedDialog?.kind === 'declare' && <DeclareAddress record={openedDialog.record} onClose={close} />}
      {openedDialog?.kind === 'rename' && <RenameAddress record={openedDialog.record} onClose={close} />}
      {openedDialog?.kind === 'remove' && <RemoveAddress record={openedDialog.record} onClose={close} />}
    </>
  );
}
