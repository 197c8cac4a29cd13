import type { PositionSide } from '../../../../../shared/products/perpetual/rules/position';
import type { TextKey } from '../../../shared/i18n/i18n';
import { colourOf, type Act } from './contract-draft';

/** What an order is called: by what it opens or closes, or, where one position is turned around, by which way it goes. */
export function titleOf(act: Act, side: PositionSide, isOneWay: boolean): TextKey {
  return isOneWay ? `ticket.${colourOf(act, side)}` : `ticket.${act}_${side}`;
}

/** What is told when it is placed. */
export function placedOf(act: Act, side: PositionSide, isOneWay: boolean): TextKey {
  return isOneWay ? `ticket.placed.${colourOf(act, side)}` : `ticket.placed.${act}_${side}`;
}
