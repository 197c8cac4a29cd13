import { useBankCardsQuery } from '../../../../entities/security/security-api';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import type { FieldControl } from '../../../../shared/ui/form/field';
import { SelectField } from '../../../../shared/ui/form/fields/select-field';
import { serverNow } from '../../../../shared/stream/server-time';

interface CardFieldProps extends FieldControl {
  value?: string;
  onChange?: (card: string | undefined) => void;
  onBlur?: () => void;
}

/** One of the stored bank cards. */
export function CardField(properties: CardFieldProps) {
  const { say } = useTexts();
  const { data: cards = [], isFetching } = useBankCardsQuery(undefined, { refetchOnMountOrArgChange: true });
  const now = serverNow();
  return (
    <SelectField
      {...properties}
      size="large"
      placeholder={cards.length === 0 && !isFetching ? say('wallet.card_none') : say('wallet.card_choose')}
      options={cards.map(({ card, bankName, cardNumber, realName, usableAt }) => {
        const name = `${bankName} · ${cardNumber} · ${realName}`;
        if (usableAt <= now) return { value: card, label: name };
        const from = say('wallet.address_usable_from', { time: dateAndTime(usableAt) });
        return { value: card, label: `${name} · ${from}`, isDisabled: true };
      })}
    />
  );
}
