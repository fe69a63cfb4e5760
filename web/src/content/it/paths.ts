export { it as paths } from '../addresses'
