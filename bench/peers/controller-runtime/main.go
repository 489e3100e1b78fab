// Command widget-operator reconciles Widgets with controller-runtime: each owns a ConfigMap and a Secret.
//
// It speaks the line protocol of bench/contestants: `ready` once it could start, waits for `start`,
// says `synced` once its caches are, and ends with its standard input.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"os"

	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/clientcmd"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

func main() {
	// controller-runtime registers a flag of this name itself.
	kubeconfig := flag.Lookup("kubeconfig")
	concurrency := flag.Int("concurrency", 1, "most reconciles at a time")
	compare := flag.Bool("compare", false, "leave a child alone that the cache shows as wanted")
	flag.Parse()

	ctrl.SetLogger(logr.Discard())
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig.Value.String())
	check(err)
	config.QPS = -1
	config.ContentType = "application/json"
	config.AcceptContentTypes = config.ContentType

	scheme := runtime.NewScheme()
	check(clientgoscheme.AddToScheme(scheme))
	check(addToScheme(scheme))
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:                 scheme,
		Cache:                  cache.Options{DefaultTransform: cache.TransformStripManagedFields()},
		Metrics:                metricsserver.Options{BindAddress: "127.0.0.1:0"},
		HealthProbeBindAddress: "127.0.0.1:0",
	})
	check(err)
	check((&reconciler{Client: manager.GetClient(), compare: *compare}).setUp(manager, *concurrency))

	say(map[string]any{"state": "ready"})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	requests := bufio.NewScanner(os.Stdin)
	for requests.Scan() {
		if requests.Text() == "start" {
			go func() { ended <- manager.Start(ctx) }()
			<-manager.Elected()
			manager.GetCache().WaitForCacheSync(ctx)
			say(map[string]any{"state": "synced"})
		}
	}
	cancel()
	check(<-ended)
}

func say(line map[string]any) {
	check(json.NewEncoder(os.Stdout).Encode(line))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
