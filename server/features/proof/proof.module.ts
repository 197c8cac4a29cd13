import { Module } from '@nestjs/common';
import { ProofController } from './proof.controller';
import { Proofs } from './proofs';

@Module({ controllers: [ProofController], providers: [Proofs] })
export class ProofModule {}
