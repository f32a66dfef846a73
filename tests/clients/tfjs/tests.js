// What esbuild makes one file of: TensorFlow.js's backend for WebGPU, and the tests of all operations that its core has for every backend.
import '@tensorflow/tfjs-backend-webgpu/dist/index.js';
import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops.js';
import '@tensorflow/tfjs-core/dist/register_all_gradients.js';
import '@tensorflow/tfjs-backend-webgpu/dist/backend_webgpu_test_registry.js';
import '@tensorflow/tfjs-core/dist/tests.js';
