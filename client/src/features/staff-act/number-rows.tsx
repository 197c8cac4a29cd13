import { useTexts } from '../../shared/i18n/use-texts';
import { EMPTY } from '../../shared/lib/typed';
import { Button } from '../../shared/ui/button';
import styles from './act-dialog.module.css';
import { cellName, type FieldRowProps, type TypedRow } from './fields';
import { NumberCell } from './number-cell';

interface NumberRowsProps extends FieldRowProps<readonly TypedRow[]> {
  isTold: boolean;
  faultAt: (name: string) => string | null;
}

/** Numbers in rows, which are named by their place. */
export function NumberRows({ id, field, value: rows, fault, faultAt, isTold, onChange }: NumberRowsProps) {
  const { say } = useTexts();
  const { name, label, hint, columns = [], rowsMax = Infinity } = field;
  const below = fault ?? hint;
  return (
    <fieldset id={id} tabIndex={-1} className={styles.rows} {...(below ? { 'aria-describedby': `${id}-below` } : {})}>
      <legend>{label}</legend>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">
              <span className="spoken">{say('staff.number')}</span>
            </th>
            {columns.map((column) => (
              <th key={column.name} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // A row is its place.
            <tr key={place}>
              <th scope="row">{place + 1}</th>
              {columns.map((column) => (
                <td key={column.name}>
                  <NumberCell
                    id={`${id.slice(0, -name.length)}${cellName(name, place, column.name)}`}
                    label={`${column.label}, ${place + 1}`}
                    isWhole={column.isWhole ?? false}
                    isOptional={column.isOptional ?? false}
                    value={row[column.name] ?? EMPTY}
                    fault={faultAt(cellName(name, place, column.name))}
                    isTold={isTold}
                    onChange={(typed) =>
                      onChange(rows.map((other, at) => (at === place ? { ...other, [column.name]: typed } : other)))
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {below && (
        <p id={`${id}-below`} className={styles.below} data-kind={fault === null ? 'hint' : 'bad'}>
          {below}
        </p>
      )}
      <div className={styles.rowWays}>
        <Button disabled={rows.length >= rowsMax} onClick={() => onChange([...rows, {}])}>
          {say('staff.rows.add')}
        </Button>
        <Button disabled={rows.length <= 1} onClick={() => onChange(rows.slice(0, -1))}>
          {say('staff.rows.remove')}
        </Button>
      </div>
    </fieldset>
  );
}
