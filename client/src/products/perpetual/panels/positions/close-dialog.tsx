import { useState } from 'react';
import { scaleOf } from '../../../../../../shared/rules/units';
import { usePlaceContractMutation } from '../../../../kit/entities/contract/contract-api';
import { closingOf } from '../../../../kit/entities/contract/outcomes';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { compare, floorTo, isAbove, isMultiple, productOf, quotientOf } from '../../../../kit/lib/numbers/exact';
import { decimalOfTyped, typedOf } from '../../../../kit/lib/numbers/typed';
import { useSendOnce } from '../../../../kit/lib/hooks/use-send-once';
import { Dialog } from '../../../../kit/ui/dialogs/dialog';
import { DialogForm } from '../../../../kit/ui/dialogs/dialog-form';
import { Facts } from '../../../../kit/ui/figures/facts';
import { useSubmitState } from '../../../../kit/ui/dialogs/use-submit-state';
import { NumberField } from '../../../../kit/entities/order/ticket/number-field';
import { Slider } from '../../../../kit/entities/order/ticket/slider';
import { moneyOf } from '../../../../kit/positions/position-format';
import styles from '../../../../kit/positions/positions.module.css';
import type { ShownPosition } from '../../../../kit/positions/use-positions';

interface CloseDialogProps {
  position: ShownPosition;
  onClose: () => void;
}

/** Closes all or part of a position at the market or at a limit, and previews the result at the mark or the limit. */
export function CloseDialog({ position, onClose }: CloseDialogProps) {
  const texts = useTexts();
  const { t } = texts;
  const serverText = useServerWords();
  const { state, market, terms, mark, computed } = position;
  const [kind, setKind] = useState<'market' | 'limit'>('market');
  const [price, setPrice] = useState(typedOf(mark));
  const [quantity, setQuantity] = useState(typedOf(state.quantity));
  const [place, { isLoading, error }] = usePlaceContractMutation();
  const { hasTried, setTried, setFault, refusal } = useSubmitState(error);
  const sendOnce = useSendOnce(`close ${state.id}`);
  const quantityValue = decimalOfTyped(quantity);
  const at = kind === 'limit' ? decimalOfTyped(price) : mark;
  const closing =
    quantityValue !== null && at !== null && computed && isMultiple(at, market.tick)
      ? closingOf(terms, { side: state.side, quantity: quantityValue, price: computed.entry, closePrice: at })
      : null;
  const validClosing = closing?.kind === 'closing' ? closing : null;
  const percent = quantityValue === null ? 0 : Number(quotientOf(productOf(quantityValue, '100'), state.quantity, 0));
  const quantityOfPercent = (sharePercent: number) =>
    sharePercent === 100
      ? state.quantity
      : floorTo(
          quotientOf(productOf(state.quantity, String(sharePercent)), '100', scaleOf(market.lot) + 2),
          market.lot,
        );
  const faultNow = (): string | null => {
    if (quantityValue === null) return t('place.enter.quantity');
    if (!isMultiple(quantityValue, market.lot)) return serverText('code', 'quantity.off.lot');
    if (compare(quantityValue, '0') <= 0) return serverText('code', 'quantity.too.small');
    if (isAbove(quantityValue, state.quantity)) return serverText('code', 'closing.exceeds.position');
    if (kind === 'market') return null;
    if (at === null) return t('place.enter.price');
    return isMultiple(at, market.tick) ? null : serverText('code', 'price.off.tick');
  };
  const send = async () => {
    setTried(true);
    if (quantity.kind === 'refused' || (kind === 'limit' && price.kind === 'refused')) return;
    const found = faultNow();
    setFault(found);
    if (found !== null || quantityValue === null) return;
    const request = {
      ...{ market: market.name, position: state.side, act: 'close' as const, kind, quantity: quantityValue },
      ...(kind === 'limit' && at !== null ? { price: at } : {}),
    };
    if (await sendOnce(place, request, { key: 'positions.closing_sent' })) onClose();
  };
  return (
    <Dialog title={t(`positions.close.${state.side}`, { market: market.label })} onClose={onClose}>
      <DialogForm {...{ refusal, isBusy: isLoading, onSend: send }} confirm={t('positions.close.confirm')}>
        <div className={styles.choices} role="group" aria-label={t('place.kind')}>
          {(['market', 'limit'] as const).map((name) => (
            <button key={name} type="button" aria-pressed={name === kind} onClick={() => setKind(name)}>
              {t(`place.kind.${name}`)}
            </button>
          ))}
        </div>
        {kind === 'limit' && (
          <NumberField
            {...{ name: 'price', label: t('place.price'), unit: market.quote, scale: scaleOf(market.tick) }}
            {...{ value: price, onChange: setPrice, isTold: hasTried }}
            beyond={state.side === 'long' ? 'up' : 'down'}
          />
        )}
        <NumberField
          {...{ name: 'quantity', label: t('place.quantity'), unit: market.base, scale: scaleOf(market.lot) }}
          {...{ value: quantity, onChange: setQuantity, isTold: hasTried, beyond: 'down' }}
        />
        <Slider
          label={t('positions.share')}
          value={Math.min(100, percent)}
          isDisabled={false}
          onChange={(sharePercent) => setQuantity(typedOf(quantityOfPercent(sharePercent)))}
        />
        <Facts
          layout="lines"
          details={[
            [t('positions.expected'), `${moneyOf(texts, validClosing?.profit)} ${market.quote}`],
            [t('place.fee'), `≈ ${moneyOf(texts, validClosing?.closeFee)} ${market.quote}`],
          ]}
        />
      </DialogForm>
    </Dialog>
  );
}
