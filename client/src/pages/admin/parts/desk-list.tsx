import { QueryList, type QueryListProps } from '../../../shared/ui/lists/query-list';
import { Refresh } from './refresh';

/** A list of the desk. Nothing asks for it by itself: every look of staff is written down. */
export function DeskList<Row extends object>({ name, actions, ...list }: QueryListProps<Row>) {
  return (
    <QueryList<Row>
      {...list}
      name={`desk.${name}`}
      actions={
        <>
          {actions}
          <Refresh onPress={() => void list.asked.refetch()} />
        </>
      }
    />
  );
}
