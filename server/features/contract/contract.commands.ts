/** What a trader of perpetuals may ask for beside what is the same for every order: the request as it came in, and whose it is. */
import { Command } from '@nestjs/cqrs';
import type { z } from 'zod';
import type {
  adjustMarginRequest,
  AmendContractRequest,
  AmendStopRequest,
  CancelStopRequest,
  CloseAllRequest,
  leverageRequest,
  marginModeRequest,
  positionModeRequest,
  PlaceContractRequest,
  PlaceStopRequest,
  ReverseRequest,
} from '../../../shared/wire/contract';
import type { CommandAnswer } from '../../../shared/wire/fields';

export class PlaceContractOrder extends Command<CommandAnswer & { order: string }> {
  constructor(
    readonly user: number,
    readonly request: PlaceContractRequest,
  ) {
    super();
  }
}

export class AmendContractOrder extends Command<CommandAnswer> {
  constructor(
    readonly user: number,
    readonly request: AmendContractRequest,
  ) {
    super();
  }
}

export type MarginModeRequest = z.infer<typeof marginModeRequest>;
export class ChooseMarginMode extends Command<CommandAnswer> {
  constructor(
    readonly user: number,
    readonly request: MarginModeRequest,
  ) {
    super();
  }
}
export type PositionModeRequest = z.infer<typeof positionModeRequest>;
export class ChoosePositionMode extends Command<CommandAnswer> {
  constructor(
    readonly user: number,
    readonly request: PositionModeRequest,
  ) {
    super();
  }
}
export type LeverageRequest = z.infer<typeof leverageRequest>;
export class ChooseLeverage extends Command<CommandAnswer> {
  constructor(
    readonly user: number,
    readonly request: LeverageRequest,
  ) {
    super();
  }
}

export type AdjustMarginRequest = z.infer<typeof adjustMarginRequest>;
export class AdjustPositionMargin extends Command<CommandAnswer> {
  constructor(
    readonly user: number,
    readonly request: AdjustMarginRequest,
  ) {
    super();
  }
}

export class PlacePositionStop extends Command<CommandAnswer & { stop: string }> {
  constructor(
    readonly user: number,
    readonly request: PlaceStopRequest,
  ) {
    super();
  }
}

export class AmendPositionStop extends Command<CommandAnswer> {
  constructor(
    readonly user: number,
    readonly request: AmendStopRequest,
  ) {
    super();
  }
}

export class CancelPositionStop extends Command<CommandAnswer> {
  constructor(
    readonly user: number,
    readonly request: CancelStopRequest,
  ) {
    super();
  }
}

export class CloseEveryPosition extends Command<CommandAnswer> {
  constructor(
    readonly user: number,
    readonly request: CloseAllRequest,
  ) {
    super();
  }
}

export class ReverseOnePosition extends Command<CommandAnswer> {
  constructor(
    readonly user: number,
    readonly request: ReverseRequest,
  ) {
    super();
  }
}
