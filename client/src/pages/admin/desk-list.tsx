import { RefreshCw } from 'lucide-react';
import { useTexts } from '../../shared/i18n/use-texts';
import { IconButton } from '../../shared/ui/icon-button';
import { QueryList, type QueryListProps } from '../../shared/ui/query-list';

/** A list of the desk. Nothing asks for it by itself: every look of staff is written down. */
export function DeskList<Row extends object>({ name, actions, ...list }: QueryListProps<Row>) {
  const { say } = useTexts();
  return (
    <QueryList<Row>
      {...list}
      name={`desk.${name}`}
      actions={
        <>
          {actions}
          <IconButton label={say('staff.refresh')} onClick={() => void list.asked.refetch()}>
            <RefreshCw size={16} aria-hidden="true" />
          </IconButton>
        </>
      }
    />
  );
}
