/**
 * @module
 * The operator's work as classes that are called by hand, for whoever runs a part of it: each a thin shell over the
 * decisions that the controllers use too.
 */
export { HandlerDeployer, type HandlerDeployerOptions } from './handler-deployer.ts';
export { type RolloutView, TimescapeOrchestrator } from './timescape-orchestrator.ts';
