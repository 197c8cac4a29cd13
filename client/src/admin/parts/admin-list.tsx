import { QueryList, type QueryListProps } from '../../kit/ui/lists/query-list';
import { Refresh } from './refresh';

/** List of the admin. It never polls, because each request of staff is logged. */
export function AdminList<Row extends object>({ name, actions, ...list }: QueryListProps<Row>) {
  return (
    <QueryList<Row>
      {...list}
      name={`desk.${name}`}
      actions={
        <>
          {actions}
          <Refresh onPress={() => void list.query.refetch()} />
        </>
      }
    />
  );
}
