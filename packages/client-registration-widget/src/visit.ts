export { noteVisit, type Visit } from './net/visit.ts';
