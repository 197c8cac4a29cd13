import { useBankCardsQuery } from '../../../../kit/entities/security/security-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import type { FieldControl } from '../../../../kit/ui/form/field';
import { SelectField } from '../../../../kit/ui/form/fields/select-field';
import { serverNow } from '../../../../kit/stream/server-time';

interface CardFieldProps extends FieldControl {
  value?: string;
  onChange?: (card: string | undefined) => void;
  onBlur?: () => void;
}

/** Choice of a stored bank card. */
export function CardField(properties: CardFieldProps) {
  const { t } = useTexts();
  const { data: cards = [], isFetching } = useBankCardsQuery(undefined, { refetchOnMountOrArgChange: true });
  const now = serverNow();
  return (
    <SelectField
      {...properties}
      size="large"
      placeholder={cards.length === 0 && !isFetching ? t('wallet.card_none') : t('wallet.card_choose')}
      options={cards.map(({ card, bankName, cardNumber, realName, usableAt }) => {
        const name = `${bankName} · ${cardNumber} · ${realName}`;
        if (usableAt <= now) return { value: card, label: name };
        const from = t('wallet.address_usable_from', { time: dateAndTime(usableAt) });
        return { value: card, label: `${name} · ${from}`, isDisabled: true };
      })}
    />
  );
}
