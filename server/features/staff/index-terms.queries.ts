/** On which terms index prices are made, for staff. */
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { IndexTermsRecord } from '../../../shared/wire/staff';
import { LiveReader } from '../shared/live-reader';

export class IndexTermsOfAll extends Query<{ records: IndexTermsRecord[] }> {
  constructor(readonly minPosition: number | undefined) {
    super();
  }
}

@QueryHandler(IndexTermsOfAll)
export class IndexTermsOfAllHandler implements IQueryHandler<IndexTermsOfAll> {
  constructor(private readonly reader: LiveReader) {}

  async execute({ minPosition }: IndexTermsOfAll) {
    return { records: (await this.reader.at(minPosition)).index.terms() };
  }
}
