// Command go-informer keeps a cache of the pods of one namespace with client-go's shared informer.
//
// It speaks the line protocol of bench/contestants: `ready` once it could start, waits for
// `start`, says how many pods it holds once synced, answers `memory`, and ends with its standard input.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"os"
	"runtime"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

func main() {
	kubeconfig := flag.String("kubeconfig", "", "file with the cluster and the credentials")
	namespace := flag.String("namespace", "", "namespace whose pods are cached")
	keepManagedFields := flag.Bool("keep-managed-fields", false, "keep metadata.managedFields")
	protobuf := flag.Bool("protobuf", false, "speak protobuf, which built-in kinds have, instead of JSON")
	flag.Parse()

	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	check(err)
	config.QPS = -1
	config.ContentType = "application/json"
	if *protobuf {
		config.ContentType = "application/vnd.kubernetes.protobuf"
	}
	config.AcceptContentTypes = config.ContentType
	clientset, err := kubernetes.NewForConfig(config)
	check(err)

	options := []informers.SharedInformerOption{informers.WithNamespace(*namespace)}
	if !*keepManagedFields {
		options = append(options, informers.WithTransform(dropManagedFields))
	}
	factory := informers.NewSharedInformerFactoryWithOptions(clientset, 0, options...)
	pods := factory.Core().V1().Pods()
	pods.Informer() // Asking for it is what makes the factory start it.

	say(map[string]any{"state": "ready"})
	ctx, cancel := context.WithCancel(context.Background())
	requests := bufio.NewScanner(os.Stdin)
	for requests.Scan() {
		switch requests.Text() {
		case "start":
			factory.StartWithContext(ctx)
			synced := factory.WaitForCacheSyncWithContext(ctx)
			check(synced.AsError())
			held, err := pods.Lister().List(labels.Everything())
			check(err)
			say(map[string]any{"state": "synced", "objects": len(held)})
		case "memory":
			var stats runtime.MemStats
			runtime.ReadMemStats(&stats)
			say(map[string]any{"state": "memory", "heapBytes": stats.HeapAlloc})
		}
	}
	cancel()
	factory.Shutdown()
}

func dropManagedFields(object any) (any, error) {
	if pod, ok := object.(*corev1.Pod); ok {
		pod.ManagedFields = nil
	}
	return object, nil
}

func say(line map[string]any) {
	check(json.NewEncoder(os.Stdout).Encode(line))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
