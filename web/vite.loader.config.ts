import { serverScript } from './vite.server.config.ts'

export default serverScript('loader')
