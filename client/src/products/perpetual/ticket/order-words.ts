import type { PositionSide } from '../../../../../shared/products/perpetual/rules/position';
import type { TextKey } from '../../../kit/i18n/i18n';
import { colourOf, type Act } from './contract-draft';

/** Title of an order: by open or close and side; in one-way mode by buy or sell. */
export function titleOf(act: Act, side: PositionSide, isOneWay: boolean): TextKey {
  return isOneWay ? `ticket.${colourOf(act, side)}` : `ticket.${act}_${side}`;
}

/** Message after placing. */
export function placedOf(act: Act, side: PositionSide, isOneWay: boolean): TextKey {
  return isOneWay ? `ticket.placed.${colourOf(act, side)}` : `ticket.placed.${act}_${side}`;
}
