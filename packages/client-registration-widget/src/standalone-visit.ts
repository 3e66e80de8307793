import { noteVisit } from './net/visit.ts';

noteVisit();
